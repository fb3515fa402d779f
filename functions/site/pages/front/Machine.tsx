/** How the parts of the system are connected, as one drawing. The words beside it say the same. */
export const Machine = () => (
  <svg
    class="machine"
    viewBox="0 0 440 300"
    role="img"
    aria-label="A creator’s coin goes into the vault. The vault lends to strategies and issues shares; share tokens are sold in an auction, trade into the lottery, and are locked for gauge votes, which raise the chances of the lottery."
  >
    <g class="machine-lines">
      <path d="M112 74H160" />
      <path d="M220 112V156" />
      <path d="M280 74H336" />
      <path d="M220 204V232M220 232H70V250M220 232V250M220 232H370V250" />
      <path d="M292 272H306" />
    </g>
    <g class="machine-heads">
      <path d="m154 70 6 4-6 4" />
      <path d="m216 150 4 6 4-6" />
      <path d="m330 70 6 4-6 4" />
      <path d="m66 244 4 6 4-6M216 244l4 6 4-6M366 244l4 6 4-6" />
      <path d="m298 268-6 4 6 4" />
    </g>
    <Node x={0} y={52} width={112} text="Creator coin" />
    <Node x={160} y={36} width={120} height={76} text="Vault" note="ERC-4626" isMain />
    <Node x={336} y={52} width={104} text="Strategies" />
    <Node x={160} y={156} width={120} height={48} text="Share token" />
    <Node x={8} y={250} width={124} text="Auction" />
    <Node x={148} y={250} width={144} text="Lottery" />
    <Node x={306} y={250} width={126} text="Lock and vote" />
  </svg>
)

interface NodeProps {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height?: number
  readonly text: string
  readonly note?: string
  readonly isMain?: boolean
}

const Node = ({ x, y, width, height = 44, text, note, isMain }: NodeProps) => (
  <g class={isMain ? 'machine-node main' : 'machine-node'}>
    <rect x={x} y={y} width={width} height={height} rx="6" />
    <text x={x + width / 2} y={y + height / 2 + (note === undefined ? 5 : -2)} text-anchor="middle">
      {text}
    </text>
    {note === undefined ? null : (
      <text class="machine-note" x={x + width / 2} y={y + height / 2 + 16} text-anchor="middle">
        {note}
      </text>
    )}
  </g>
)
