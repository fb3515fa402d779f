/** A square in the middle of the canvas of 1024 units, with round corners. */
export interface Square {
  readonly x: number
  readonly side: number
  readonly radius: number
}

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]
export type Point = readonly [x: number, y: number]
/** Offset from 0 to 1, colour, and opacity from 0 to 1. */
export type Stop = readonly [offset: number, colour: Colour, opacity: number]

/**
 * The offsets of a gradient lie along a line, or by the distance from a point, or from a square of side `core`
 * around the point. With `repeats` they begin again past 1; otherwise they stay at 1.
 */
export type Course =
  | { readonly from: Point; readonly to: Point }
  | { readonly centre: Point; readonly core: number; readonly reach: number; readonly repeats: boolean }

/** The paint of a field. A flat colour is one stop without a course. */
export interface Fill {
  readonly id: string
  readonly stops: readonly Stop[]
  readonly course?: Course
}

/** An area between two squares, or within one, and its fill. */
export interface Field {
  readonly outer: Square
  readonly inner?: Square
  readonly fill: Fill
}

/** Layers from the lowest up: fields, and SVG elements for letters and artwork, which refer to `defs`. */
export interface Layers {
  readonly defs: string
  readonly list: readonly (Field | string)[]
}

export const SIDE = 1024

/** The square with its edge moved outwards by `by`. */
export const grown = ({ x, side, radius }: Square, by: number): Square => ({
  x: x - by,
  side: side + 2 * by,
  radius: radius + by,
})
