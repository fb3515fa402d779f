import { type Course, type Field, SIDE, type Square, type Stop } from './Layer.ts'

/** Paints a row of a picture, as red, green, blue and opacity from 0 to 255, premultiplied, over what is in it. */
export type Brush = (row: Float64Array, y: number) => void

/** Steps of a gradient's table: the finest of the lines that gradients draw fade over twelve of them. */
const STEPS = 2048

/** Paints a field in a picture of `size` pixels a side; a pixel at an edge gets its share. */
export function fieldBrush({ outer, inner, fill }: Field, size: number): Brush {
  const scale = size / SIDE
  const middle = Math.ceil(size / 2)
  const outside = shapeOf(outer, scale)
  const inside = inner ? shapeOf(inner, scale) : NOTHING
  const colours = tabulate(fill.stops)
  const steps = new Int32Array(size)
  const locate = locator(fill.course, scale)
  const offset = (at: number) => Math.abs(at + 0.5 - size / 2)
  /** First pixel of a row within a shape whose edge is moved outwards; the row's middle if none is. */
  const first = (shape: Shape, y: number, moved: number) =>
    Math.min(middle, Math.max(0, Math.ceil(size / 2 - 0.5 - reach(shape, offset(y), moved))))

  const paint = (row: Float64Array, y: number, from: number, to: number, cover: number) => {
    locate(steps, from, to, y)
    blend(row, colours, steps, from, to, cover)
  }
  const paintEdge = (row: Float64Array, y: number, from: number, to: number) => {
    for (let x = from; x < to; x++) {
      paint(row, y, x, x + 1, share(outside, offset(x), offset(y)) * (1 - share(inside, offset(x), offset(y))))
    }
  }

  return (row, y) => {
    // From the left: the outer edge, what is covered whole, and the edge of the hole; then the same from the right.
    const begin = first(outside, y, 0.5)
    const end = first(inside, y, -0.5)
    const whole = Math.min(end, first(outside, y, -0.5))
    const hole = Math.max(whole, Math.min(end, first(inside, y, 0.5)))
    const right = (at: number) => Math.max(middle, size - at)
    paintEdge(row, y, begin, whole)
    paint(row, y, whole, hole, 1)
    paintEdge(row, y, hole, end)
    paintEdge(row, y, right(end), right(hole))
    paint(row, y, right(hole), right(whole), 1)
    paintEdge(row, y, right(whole), right(begin))
  }
}

// The loops over pixels are functions of their own, called once a row: the engine compiles them after a few rows.

function blend(
  row: Float64Array,
  colours: Float64Array,
  steps: Int32Array,
  from: number,
  to: number,
  cover: number,
): void {
  for (let x = from; x < to; x++) {
    const step = 4 * (steps[x] ?? 0)
    const at = 4 * x
    const opacity = (colours[step + 3] ?? 0) * cover
    if (opacity === 0) continue
    const left = 1 - opacity * (1 / 255)
    row[at] = (row[at] ?? 0) * left + (colours[step] ?? 0) * cover
    row[at + 1] = (row[at + 1] ?? 0) * left + (colours[step + 1] ?? 0) * cover
    row[at + 2] = (row[at + 2] ?? 0) * left + (colours[step + 2] ?? 0) * cover
    row[at + 3] = (row[at + 3] ?? 0) * left + opacity
  }
}

/** A square in the middle of a picture, in pixels: half its side without the corners, and their radius. */
interface Shape {
  readonly half: number
  readonly radius: number
}

const NOTHING: Shape = { half: 0, radius: -1 }

const shapeOf = ({ side, radius }: Square, scale: number): Shape => ({
  half: (side / 2 - radius) * scale,
  radius: radius * scale,
})

/** How far a shape with its edge moved reaches from the middle of a row; negative if the row is outside of it. */
function reach({ half, radius }: Shape, fromMiddle: number, moved: number): number {
  const [up, bow] = [Math.max(fromMiddle - half, 0), radius + moved]
  return bow < up ? -1 : half + Math.sqrt(bow * bow - up * up)
}

/** The part of a pixel that a shape covers, by the distance of its middle from the edge. */
function share({ half, radius }: Shape, dx: number, dy: number): number {
  const [x, y] = [Math.max(dx - half, 0), Math.max(dy - half, 0)]
  return Math.min(1, Math.max(0, radius + 0.5 - Math.sqrt(x * x + y * y)))
}

/** Writes for the pixels of a row where in the table of the gradient they are. */
type Locate = (steps: Int32Array, from: number, to: number, y: number) => void

function locator(course: Course | undefined, scale: number): Locate {
  if (!course) return (steps, from, to) => void steps.fill(0, from, to)
  if ('from' in course) {
    const { from: start, to: end } = course
    const [dx, dy] = [end[0] - start[0], end[1] - start[1]]
    const perUnit = STEPS / (dx * dx + dy * dy)
    const [perX, perY] = [(dx * perUnit) / scale, (dy * perUnit) / scale]
    const origin = 0.5 * (perX + perY) - (start[0] * dx + start[1] * dy) * perUnit
    return (steps, from, to, y) => {
      for (let x = from; x < to; x++) steps[x] = Math.min(STEPS, Math.max(0, origin + x * perX + y * perY)) + 0.5
    }
  }
  const { centre, core, reach: far, repeats } = course
  const [perPixel, half] = [STEPS / (far * scale), (core / 2) * scale]
  const [middleX, middleY] = [centre[0] * scale - 0.5, centre[1] * scale - 0.5]
  return (steps, from, to, y) => {
    const dy = Math.max(Math.abs(y - middleY) - half, 0)
    for (let x = from; x < to; x++) {
      const dx = Math.max(Math.abs(x - middleX) - half, 0)
      const step = Math.sqrt(dx * dx + dy * dy) * perPixel + 0.5
      steps[x] = repeats ? step - STEPS * Math.floor(step / STEPS) : Math.min(STEPS, step)
    }
  }
}

/** Colours of a gradient at each step: mixed as SVG does, and premultiplied afterwards. */
function tabulate(stops: readonly Stop[]): Float64Array {
  const table = new Float64Array(4 * (STEPS + 1))
  let next = 0
  for (let step = 0; step <= STEPS; step++) {
    const at = step / STEPS
    while (next < stops.length - 1 && (stops[next]?.[0] ?? 1) < at) next++
    const [after, before] = [stops[next], stops[Math.max(0, next - 1)]]
    if (!after || !before) break
    const way = after[0] > before[0] ? Math.min(1, Math.max(0, (at - before[0]) / (after[0] - before[0]))) : 1
    const opacity = before[2] + (after[2] - before[2]) * way
    for (let i = 0; i < 3; i++) {
      const [from, to] = [before[1][i] ?? 0, after[1][i] ?? 0]
      table[4 * step + i] = (from + (to - from) * way) * opacity
    }
    table[4 * step + 3] = 255 * opacity
  }
  return table
}
