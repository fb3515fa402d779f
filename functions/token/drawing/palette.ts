import type { Colour } from './Layer.ts'

/** The colours and the pattern of one token's picture; the same seed always gives the same palette. */
export interface Palette {
  /** Degrees on the colour wheel. */
  readonly hue: number
  readonly secondHue: number
  /** Centre of the rings in the chamber, as shares of its side, and their turn in degrees. */
  readonly ringX: number
  readonly ringY: number
  readonly angle: number
}

/** Hues that stay clean when they are dark; yellow and olive do not. */
const pairs = [
  [214, 246],
  [226, 196],
  [242, 276],
  [262, 300],
  [284, 322],
  [318, 346],
  [344, 14],
  [8, 338],
  [22, 356],
  [158, 186],
  [172, 206],
  [190, 222],
  [200, 168],
] as const

/** A palette chosen by a seed such as `8453:0x…`, so that two tokens of one symbol look different. */
export function palette(seed: string): Palette {
  const next = randomNumbers(seed)
  const [hue, secondHue] = pairs[Math.floor(next() * pairs.length)] ?? pairs[0]
  return {
    hue,
    secondHue,
    ringX: ringCentre(next),
    ringY: ringCentre(next),
    angle: Math.floor(next() * 90),
  }
}

/** Near one edge or the other, so that the rings run around the letters instead of starting at them. */
const ringCentre = (next: () => number): number =>
  Math.round((next() * 0.2 + (next() < 0.5 ? 0.05 : 0.75)) * 1000) / 1000

/** FNV-1a of the seed feeding mulberry32: numbers in [0, 1), the same on every machine. */
function randomNumbers(seed: string): () => number {
  let state = 0x811c9dc5
  for (const byte of new TextEncoder().encode(seed)) state = Math.imul(state ^ byte, 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A colour of a hue in degrees and two percentages (CSS Color 4, section 7.1). */
export function hsl(hue: number, saturation: number, lightness: number): Colour {
  const light = lightness / 100
  const strength = (saturation / 100) * Math.min(light, 1 - light)
  const channel = (from: number) => {
    const at = (from + hue / 30) % 12
    return Math.round(255 * (light - strength * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}
