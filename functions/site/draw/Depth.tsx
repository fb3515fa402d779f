import { rounded, scaleOf } from './scale.ts'

/** A bid: how much it offers, up to which price. */
export interface Offer {
  readonly price: number
  readonly amount: number
}

interface DepthProps {
  readonly label: string
  readonly offers: readonly Offer[]
  /** Price that all pay now; null if it is not known. */
  readonly clearing: number | null
}

const WIDTH = 100
const HEIGHT = 48
const EDGE = 2

/** How much is offered at each price or above it. What is at the right of the clearing price buys. */
export function Depth({ label, offers, clearing }: DepthProps) {
  const falling = offers.toSorted((one, other) => other.price - one.price)
  const prices = [...falling.map(({ price }) => price), ...(clearing === null ? [] : [clearing])]
  const x = scaleOf([...prices, 0], EDGE, WIDTH - EDGE)
  const total = falling.reduce((sum, { amount }) => sum + amount, 0)
  const y = (sum: number) => rounded(total > 0 ? HEIGHT - EDGE - (sum / total) * (HEIGHT - 2 * EDGE) : HEIGHT - EDGE)
  let sum = 0
  const steps = falling.map(({ price, amount }) => {
    sum += amount
    return `H${x(price)}V${y(sum)}`
  })
  const area = falling.length === 0 ? '' : `M${WIDTH} ${HEIGHT}${steps.join('')}H${x(0)}V${HEIGHT}Z`
  return (
    <svg class="depth" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="depth-area" d={area} />
      <path class="depth-floor" d={`M0 ${HEIGHT}H${WIDTH}`} />
      {clearing === null ? null : <path class="depth-clearing" d={`M${x(clearing)} 0V${HEIGHT}`} />}
    </svg>
  )
}
