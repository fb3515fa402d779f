/** One letter as strokes on a grid 100 units high: `path` is SVG path data, `width` excludes the space to the next. */
export interface Glyph {
  readonly width: number
  readonly path: string
  /** Painted as an area instead of a line. */
  readonly filled?: boolean
}

const ring = 'M26 0H34A26 26 0 0 1 60 26V74A26 26 0 0 1 34 100H26A26 26 0 0 1 0 74V26A26 26 0 0 1 26 0Z'
const cee = 'M60 26A26 26 0 0 0 34 0H26A26 26 0 0 0 0 26V74A26 26 0 0 0 26 100H34A26 26 0 0 0 60 74'
const ess = 'M58 21A24 24 0 0 0 35 0H24.5A24.5 24.5 0 0 0 24.5 49H35.5A25.5 25.5 0 0 1 35.5 100H25A24 24 0 0 1 1 79'
const pee = 'M0 100V0H34A27 27 0 0 1 34 54H0'

/**
 * The letters of a monogram, drawn for this project because a Worker has no fonts: capitals, digits, `$._-` and the
 * square sign U+25A0. Lines only, so that one table serves every weight, as SVG and as PNG.
 */
export const glyphs: ReadonlyMap<string, Glyph> = new Map(
  Object.entries({
    A: { width: 66, path: 'M0 100L33 0L66 100M12 66H54' },
    B: { width: 62, path: 'M0 100V0H34A24 24 0 0 1 34 48H0H36A26 26 0 0 1 36 100Z' },
    C: { width: 60, path: cee },
    D: { width: 61, path: 'M0 0H33A28 28 0 0 1 61 28V72A28 28 0 0 1 33 100H0Z' },
    E: { width: 52, path: 'M52 0H0V100H52M0 49H45' },
    F: { width: 52, path: 'M52 0H0V100M0 51H45' },
    G: { width: 60, path: `${cee}V54H36` },
    H: { width: 60, path: 'M0 0V100M60 0V100M0 50H60' },
    I: { width: 0, path: 'M0 0V100' },
    J: { width: 48, path: 'M48 0V76A24 24 0 0 1 0 76' },
    K: { width: 60, path: 'M0 0V100M58 0L0 60M20 39L60 100' },
    L: { width: 50, path: 'M0 0V100H50' },
    M: { width: 76, path: 'M0 100V0L38 58L76 0V100' },
    N: { width: 62, path: 'M0 100V0L62 100V0' },
    O: { width: 60, path: ring },
    P: { width: 61, path: pee },
    Q: { width: 60, path: `${ring}M38 72L62 104` },
    R: { width: 61, path: `${pee}M32 54L60 100` },
    S: { width: 61, path: ess },
    T: { width: 60, path: 'M0 0H60M30 0V100' },
    U: { width: 60, path: 'M0 0V74A26 26 0 0 0 26 100H34A26 26 0 0 0 60 74V0' },
    V: { width: 66, path: 'M0 0L33 100L66 0' },
    W: { width: 90, path: 'M0 0L22 100L45 18L68 100L90 0' },
    X: { width: 62, path: 'M0 0L62 100M62 0L0 100' },
    Y: { width: 64, path: 'M0 0L32 50L64 0M32 50V100' },
    Z: { width: 58, path: 'M0 0H58L0 100H58' },
    0: { width: 60, path: `${ring}M20 64L40 36` },
    1: { width: 24, path: 'M0 20L24 0V100' },
    2: { width: 60, path: 'M1 24A25 25 0 0 1 25 0H34A26 26 0 0 1 60 26V28Q60 41 50 51L0 100H60' },
    3: {
      width: 60,
      path: 'M1 21A24 24 0 0 1 25 0H35.5A24.5 24.5 0 0 1 35.5 49H22H34.5A25.5 25.5 0 0 1 34.5 100H25A24 24 0 0 1 0 79',
    },
    4: { width: 62, path: 'M47 100V0L0 70H62' },
    5: { width: 60, path: 'M55 0H5V44H32A28 28 0 0 1 32 100H25A24 24 0 0 1 0 80' },
    6: { width: 60, path: 'M57 18A26 26 0 0 0 34 0H26A26 26 0 0 0 0 26V74A26 26 0 0 0 26 100H33A28 28 0 0 0 33 44H0' },
    7: { width: 58, path: 'M0 0H58L20 100' },
    8: {
      width: 60,
      path: 'M26 0H34A24 24 0 0 1 34 48H26A24 24 0 0 1 26 0ZM26 48H34A26 26 0 0 1 34 100H26A26 26 0 0 1 26 48Z',
    },
    9: { width: 60, path: 'M3 82A26 26 0 0 0 26 100H34A26 26 0 0 0 60 74V26A26 26 0 0 0 34 0H27A28 28 0 0 0 27 56H60' },
    $: { width: 61, path: `${ess}M30.5 -16V116` },
    '.': { width: 0, path: 'M0 98V100' },
    _: { width: 54, path: 'M0 108H54' },
    '-': { width: 38, path: 'M0 54H38' },
    '\u25a0': { width: 92, path: 'M-4 0H96V100H-4Z', filled: true },
  }),
)

/** Drawn for a letter that the table lacks. */
export const neutralMark: Glyph = { width: 64, path: 'M32 14L64 50L32 86L0 50Z' }
