import { type Point, scaleOf } from './scale.ts'

interface LineProps {
  /** Text of the picture for readers who do not see it. */
  readonly label: string
  readonly points: readonly Point[]
  /** `steps`: a value holds until the next one; `dots`: the values are known at these points alone. */
  readonly form?: 'line' | 'steps' | 'dots'
}

/** Texts below the ends of a picture, which stretches and so has no text in it. */
export const Axis = ({ ends }: { readonly ends: readonly string[] }) =>
  ends.length === 0 ? null : (
    <p class="axis">
      {ends.map((text) => (
        <span>{text}</span>
      ))}
    </p>
  )

const WIDTH = 100
const HEIGHT = 32
const EDGE = 3

/** A value over time. It stretches to its place; one point is a dot, none is an empty frame. */
export function Line({ label, points, form = 'line' }: LineProps) {
  const sorted = points.toSorted((one, other) => one.at - other.at)
  const x = scaleOf(
    sorted.map(({ at }) => at),
    EDGE,
    WIDTH - EDGE,
  )
  const y = scaleOf(
    sorted.map(({ value }) => value),
    HEIGHT - EDGE,
    EDGE,
  )
  const pixels = sorted.map(({ at, value }) => [x(at), y(value)] as const)
  const [first, ...rest] = pixels
  const last = pixels.at(-1)
  const path = first
    ? `M${first.join(' ')}${rest.map(([px, py]) => (form === 'steps' ? `H${px}V${py}` : `L${px} ${py}`)).join('')}`
    : ''
  return (
    <svg class="line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {last === undefined || rest.length === 0 ? null : (
        <path class="line-area" d={`${path}V${HEIGHT}H${first?.[0] ?? 0}Z`} />
      )}
      <path class="line-stroke" d={path} />
      {(form === 'dots' ? pixels : pixels.slice(-1)).map(([px, py]) => (
        <path class="line-dot" d={`M${px} ${py}h0`} />
      ))}
    </svg>
  )
}
