import { gradientMarkup } from './fieldMarkup.ts'
import { BLACK, WHITE } from './fills.ts'
import type { Course, Fill } from './Layer.ts'
import { hsl, type Palette } from './palette.ts'

/** In the units of the glyphs: a letter such as I has no width, and so no box that a gradient could refer to. */
const course: Course = { from: [0, 0], to: [0, 100] }

/** The gradients of letters, as SVG definitions. */
export function inks({ hue }: Palette): string {
  const list: readonly Fill[] = [
    {
      id: 'ink',
      course,
      stops: [
        [0, WHITE, 1],
        [1, hsl(hue, 60, 87), 1],
      ],
    },
    {
      id: 'shadow',
      course,
      stops: [
        [0, BLACK, 0.36],
        [1, BLACK, 0.36],
      ],
    },
    {
      id: 'signatureInk',
      course,
      stops: [
        [0, WHITE, 0.8],
        [1, hsl(hue, 60, 86), 0.72],
      ],
    },
  ]
  return list.map(gradientMarkup).join('')
}
