import type { SequenceStep, SequenceSteps } from './SequenceSteps.ts'

const WIDTH = 704
const TOP = 44
const LINE = 17
/** Above and below the lines of a text, to the next message. */
const PAD = 13
/** Width of a character, about: texts are broken by it. */
const CHARACTER = 6.7

/** A picture of a sequence, as UML draws them: a column for each actor, a row for each message. Its colors are those of the sheet. */
export function Sequence({ actors, steps }: SequenceSteps) {
  const column = WIDTH / actors.length
  const xOf = (actor: string) => (actors.indexOf(actor) + 0.5) * column
  const rows: { readonly step: SequenceStep; readonly lines: readonly string[]; readonly y: number }[] = []
  let y = TOP + 4
  for (const step of steps) {
    const apart = Math.abs(xOf(step.to) - xOf(step.from))
    const lines = broken(step.text, (Math.max(apart, column) - 24) / CHARACTER)
    y += PAD + lines.length * LINE
    rows.push({ step, lines, y })
    y += PAD
  }
  const height = y + 8
  return (
    <svg class="sequence" viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height} aria-hidden="true">
      {actors.map((actor) => (
        <g>
          <line class="lane" x1={xOf(actor)} x2={xOf(actor)} y1={TOP - 8} y2={height} />
          <rect class="actor" x={xOf(actor) - 82} y={1} width={164} height={34} rx={6} />
          <text class="actor-name" x={xOf(actor)} y={23} text-anchor="middle">
            {actor}
          </text>
        </g>
      ))}
      {rows.map(({ step, lines, y: at }) => (
        <Message from={xOf(step.from)} to={xOf(step.to)} at={at} lines={lines} isAnswer={step.isAnswer === true} />
      ))}
    </svg>
  )
}

interface MessageProps {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly lines: readonly string[]
  readonly isAnswer: boolean
}

function Message({ from, to, at, lines, isAnswer }: MessageProps) {
  const isOwn = from === to
  const middle = isOwn ? from : (from + to) / 2
  const direction = to > from ? 1 : -1
  const widest = Math.max(...lines.map((line) => line.length)) * CHARACTER
  return (
    <g>
      <rect
        class="behind"
        x={middle - widest / 2 - 4}
        y={at - lines.length * LINE - 2}
        width={widest + 8}
        height={lines.length * LINE}
      />
      {lines.map((line, index) => (
        <text class="message" x={middle} y={at - 6 - (lines.length - 1 - index) * LINE} text-anchor="middle">
          {line}
        </text>
      ))}
      {isOwn ? (
        <circle class="own" cx={from} cy={at + 4} r={4} />
      ) : (
        <>
          <line class={isAnswer ? 'arrow answer' : 'arrow'} x1={from} x2={to - direction * 2} y1={at} y2={at} />
          <path class="head" d={`M${to} ${at}l${-8 * direction} -4v8z`} />
        </>
      )}
    </g>
  )
}

/** A text in lines of at most so many characters, where its words allow. */
function broken(text: string, most: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
