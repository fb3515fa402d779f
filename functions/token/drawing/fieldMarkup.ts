import { BLACK } from './fills.ts'
import { type Colour, type Field, type Fill, type Point, SIDE, type Square, type Stop } from './Layer.ts'

/** A field as SVG: the definition of its gradient, and its area. */
export function fieldMarkup({ outer, inner, fill }: Field): string {
  const { id, stops, course } = fill
  const [, colour = BLACK, opacity = 1] = course ? [] : (stops[0] ?? [])
  if (course && 'core' in course && course.core > 0) return aroundCore(fill, course.core, course.reach)
  const paint = course ? `fill="url(#${id})"` : `fill="${css(colour)}" fill-opacity="${opacity}"`
  return (
    gradientMarkup(fill) + `<path fill-rule="evenodd" d="${outline(outer)}${inner ? outline(inner) : ''}" ${paint}/>`
  )
}

/** The definition of a gradient in the units of what refers to it; nothing for a flat colour. */
export function gradientMarkup({ id, stops, course }: Fill): string {
  if (!course) return ''
  const inside = stops.map(stopMarkup).join('')
  const start = `id="${id}" gradientUnits="userSpaceOnUse"`
  if ('from' in course) {
    const [[x1, y1], [x2, y2]] = [course.from, course.to]
    return `<linearGradient ${start} x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${inside}</linearGradient>`
  }
  const { centre, reach, repeats } = course
  const spread = repeats ? ' spreadMethod="repeat"' : ''
  return `<radialGradient ${start} cx="${centre[0]}" cy="${centre[1]}" r="${reach}"${spread}>${inside}</radialGradient>`
}

/** Distances from a square, which SVG has no gradient for: one side and one corner, turned to the other three. */
function aroundCore({ id, stops }: Fill, core: number, reach: number): string {
  const start = (SIDE - core) / 2
  const end = start - reach
  const centre: Point = [start, start]
  // Each pixel belongs to one of them: smoothed edges would show where they meet.
  return (
    gradientMarkup({ id: `${id}Side`, stops, course: { from: [0, start], to: [0, end] } }) +
    gradientMarkup({ id: `${id}Corner`, stops, course: { centre, core: 0, reach, repeats: false } }) +
    `<g id="${id}" shape-rendering="crispEdges">` +
    `<path d="M${start} ${end}H${SIDE - start}V${start}H${start}z" fill="url(#${id}Side)"/>` +
    `<path d="M${start} ${start}V${end}A${reach} ${reach} 0 0 0 ${end} ${start}z" fill="url(#${id}Corner)"/></g>` +
    [90, 180, 270].map((turn) => `<use href="#${id}" transform="rotate(${turn} 512 512)"/>`).join('')
  )
}

/** A square with round corners as path data. */
function outline({ x, side, radius }: Square): string {
  const line = side - 2 * radius
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx * radius} ${dy * radius}`
  return (
    `M${x + radius} ${x}h${line}${corner(1, 1)}v${line}${corner(-1, 1)}` +
    `h${-line}${corner(-1, -1)}v${-line}${corner(1, -1)}z`
  )
}

const css = (colour: Colour): string => `#${colour.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

const stopMarkup = ([offset, colour, opacity]: Stop): string =>
  `<stop offset="${offset}" stop-color="${css(colour)}" stop-opacity="${opacity}"/>`
