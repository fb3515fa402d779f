import { hsl, type Palette } from './palette.ts'

/** The gradients that `drawToken` paints with, as SVG definitions. */
export function gradients({ hue, secondHue, angle, ringX, ringY }: Palette): string {
  // In the units of the glyphs: a letter such as I has no width, and so no box that a gradient could refer to.
  const letterHeight = 'gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="100"'
  const [ring, thinRing] = [hsl(hue, 90, 78), hsl(secondHue, 90, 78)]
  return [
    linear('night', diagonal, stops([0, '#141b2e'], [0.5, '#0a0e1a'], [1, '#05070d'])),
    radial(
      'glow',
      'cx="0.5" cy="0.5" r="0.72"',
      stops(
        [0, hsl(hue, 92, 56), 0.8],
        [0.5, hsl(hue, 92, 52), 0.46],
        [0.74, hsl(secondHue, 90, 48), 0.14],
        [1, hsl(secondHue, 90, 44), 0],
      ),
    ),
    linear(
      'chamberFill',
      `${diagonal} gradientTransform="rotate(${angle} 0.5 0.5)"`,
      stops([0, hsl(hue, 78, 42)], [0.5, hsl(hue, 76, 24)], [1, hsl(secondHue, 72, 15)]),
    ),
    // Lines as a repeated gradient: the only way to clip them to the chamber without a layer of their own.
    radial(
      'rings',
      `cx="${ringX}" cy="${ringY}" r="0.28" spreadMethod="repeat"`,
      stops(
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
      ),
    ),
    radial(
      'chamberLight',
      'cx="0.3" cy="0.12" r="0.9"',
      stops([0, '#fff', 0.24], [0.5, '#fff', 0.05], [1, '#000', 0.12]),
    ),
    linear(
      'metal',
      diagonal,
      stops(
        [0, '#fafcff'],
        [0.14, '#b4bfd4'],
        [0.3, '#616b84'],
        [0.44, '#e9eefb'],
        [0.56, '#8d98b1'],
        [0.72, '#3c445a'],
        [0.86, '#a7b2c9'],
        [1, '#eef2fb'],
      ),
    ),
    linear('metalInner', diagonal, stops([0, '#2b3246'], [0.45, '#8e99b3'], [1, '#f2f5fc'])),
    linear('ink', letterHeight, stops([0, '#ffffff'], [1, hsl(hue, 60, 87)])),
    linear('shadow', letterHeight, stops([0, '#000', 0.36], [1, '#000', 0.36])),
    linear('signatureInk', letterHeight, stops([0, '#fff', 0.8], [1, hsl(hue, 60, 86), 0.72])),
    linear(
      'rim',
      diagonal,
      stops([0, '#fff', 0.34], [0.35, '#fff', 0.06], [0.7, '#fff', 0.03], [1, hsl(hue, 90, 80), 0.3]),
    ),
    linear('shade', down, stops([0, '#fff', 0.1], [0.3, '#fff', 0], [0.72, '#000', 0], [1, '#000', 0.3])),
  ].join('')
}

const diagonal = 'x1="0" y1="0" x2="1" y2="1"'
const down = 'x1="0" y1="0" x2="0" y2="1"'

const stops = (...list: readonly [offset: number, colour: string, opacity?: number][]): string =>
  list
    .map(
      ([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('')

const linear = (id: string, direction: string, inner: string): string =>
  `<linearGradient id="${id}" ${direction}>${inner}</linearGradient>`

const radial = (id: string, where: string, inner: string): string =>
  `<radialGradient id="${id}" ${where}>${inner}</radialGradient>`
