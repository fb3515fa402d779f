import type { Colour, Course, Fill, Point, Square, Stop } from './Layer.ts'
import { hsl, type Palette } from './palette.ts'

/** A fill whose course depends on the square that it is painted on. */
export type FillOn = (on: Square) => Fill

/** The fills of a token's picture. */
export function fills({ hue, secondHue, angle, ringX, ringY }: Palette) {
  const [ring, thinRing] = [hsl(hue, 90, 78), hsl(secondHue, 90, 78)]
  return {
    night: linear('night', diagonal(0), [
      [0, [20, 27, 46], 1],
      [0.5, [10, 14, 26], 1],
      [1, [5, 7, 13], 1],
    ]),
    glow: radial('glow', { centre: [0.5, 0.5], reach: 0.72 }, [
      [0, hsl(hue, 92, 56), 0.8],
      [0.5, hsl(hue, 92, 52), 0.46],
      [0.74, hsl(secondHue, 90, 48), 0.14],
      [1, hsl(secondHue, 90, 44), 0],
    ]),
    chamberFill: linear('chamberFill', diagonal(angle), [
      [0, hsl(hue, 78, 42), 1],
      [0.5, hsl(hue, 76, 24), 1],
      [1, hsl(secondHue, 72, 15), 1],
    ]),
    // Lines as a repeated gradient: the chamber is their edge.
    rings: radial('rings', { centre: [ringX, ringY], reach: 0.28, repeats: true }, [
      [0, ring, 0.26],
      [0.014, ring, 0.26],
      [0.022, ring, 0],
      [0.492, thinRing, 0],
      [0.498, thinRing, 0.3],
      [0.506, thinRing, 0.3],
      [0.512, thinRing, 0],
      [0.978, ring, 0],
      [0.986, ring, 0.26],
      [1, ring, 0.26],
    ]),
    chamberLight: radial('chamberLight', { centre: [0.3, 0.12], reach: 0.9 }, [
      [0, WHITE, 0.24],
      [0.5, WHITE, 0.05],
      [1, BLACK, 0.12],
    ]),
    metal: linear('metal', diagonal(0), [
      [0, [250, 252, 255], 1],
      [0.14, [180, 191, 212], 1],
      [0.3, [97, 107, 132], 1],
      [0.44, [233, 238, 251], 1],
      [0.56, [141, 152, 177], 1],
      [0.72, [60, 68, 90], 1],
      [0.86, [167, 178, 201], 1],
      [1, [238, 242, 251], 1],
    ]),
    metalInner: linear('metalInner', diagonal(0), [
      [0, [43, 50, 70], 1],
      [0.45, [142, 153, 179], 1],
      [1, [242, 245, 252], 1],
    ]),
    rim: linear('rim', diagonal(0), [
      [0, WHITE, 0.34],
      [0.35, WHITE, 0.06],
      [0.7, WHITE, 0.03],
      [1, hsl(hue, 90, 80), 0.3],
    ]),
    shade: linear(
      'shade',
      [
        [0, 0],
        [0, 1],
      ],
      [
        [0, WHITE, 0.1],
        [0.3, WHITE, 0],
        [0.72, BLACK, 0],
        [1, BLACK, 0.3],
      ],
    ),
  }
}

export const WHITE: Colour = [255, 255, 255]
export const BLACK: Colour = [0, 0, 0]

export const flat =
  (colour: Colour, opacity: number): FillOn =>
  () => ({ id: 'flat', stops: [[0, colour, opacity]] })

/** Light around a square, `width` wide, that begins at `edge` outside of it and fades by a list of ways and shares. */
export function light(
  { radius, side }: Square,
  [edge, width]: readonly [edge: number, width: number],
  stops: readonly Stop[],
): Fill {
  const reach = radius + edge + width
  const offset = (at: number) => (radius + edge + at * width) / reach
  return {
    id: 'bloom',
    stops: stops.map(([at, colour, opacity]) => [offset(at), colour, opacity]),
    course: { centre: [512, 512], core: side - 2 * radius, reach, repeats: false },
  }
}

type Line = readonly [from: Point, to: Point]

/** From corner to corner, turned around the middle by degrees; in shares of the side. */
function diagonal(degrees: number): Line {
  const turn = ((degrees + 45) * Math.PI) / 180
  const [x, y] = [Math.cos(turn) * Math.SQRT1_2, Math.sin(turn) * Math.SQRT1_2]
  return [
    [0.5 - x, 0.5 - y],
    [0.5 + x, 0.5 + y],
  ]
}

const within = ({ x, side }: Square, [atX, atY]: Point): Point => [x + atX * side, x + atY * side]

const linear =
  (id: string, [from, to]: Line, stops: readonly Stop[]): FillOn =>
  (on) => ({ id, stops, course: { from: within(on, from), to: within(on, to) } })

const radial =
  (
    id: string,
    { centre, reach, repeats = false }: { centre: Point; reach: number; repeats?: boolean },
    stops: readonly Stop[],
  ): FillOn =>
  (on) => {
    const course: Course = { centre: within(on, centre), core: 0, reach: reach * on.side, repeats }
    return { id, stops, course }
  }
