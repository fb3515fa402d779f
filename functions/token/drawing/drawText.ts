import { type Glyph, glyphs, neutralMark } from './glyphs.ts'

/** A box that a line of text is fitted into and centred on, in the units of the drawing. */
export interface TextBox {
  readonly centreX: number
  readonly centreY: number
  readonly maxWidth: number
  readonly maxHeight: number
  /** Line width as a share of the letter height. */
  readonly weight: number
}

/**
 * The letters of a text that can be drawn: upper-cased, accents removed, white space dropped, at most `limit`. Anything
 * else becomes a neutral mark; a text without any drawable letter becomes a single mark.
 */
export function drawableLetters(text: string, limit: number): Glyph[] {
  const plain = text
    .slice(0, 256)
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\s]/gu, '')
    .toUpperCase()
  const letters = [...plain].slice(0, limit).map((letter) => glyphs.get(letter) ?? neutralMark)
  return letters.every((letter) => letter === neutralMark) ? [neutralMark] : letters
}

/**
 * Letters as an SVG group, as large as the box allows. The shapes come from our own table, never from the text itself,
 * so nothing in it can become markup.
 */
export function drawText(letters: readonly Glyph[], box: TextBox, paint: string): string {
  const stroke = box.weight * 100
  const gap = stroke + 16
  const width = letters.reduce((sum, letter) => sum + letter.width, 0) + gap * (letters.length - 1)
  const scale = Math.min(box.maxWidth / (width + stroke), box.maxHeight / (100 + stroke))
  let x = 0
  const paths = letters.map((letter) => {
    const at = x === 0 ? '' : ` transform="translate(${round(x)} 0)"`
    x += letter.width + gap
    return `<path d="${letter.path}"${at}${letter.filled ? ` fill="${paint}" stroke="none"` : ''}/>`
  })
  const left = box.centreX - (width * scale) / 2
  const top = box.centreY - 50 * scale
  return (
    `<g transform="translate(${round(left)} ${round(top)}) scale(${round(scale)})" fill="none" stroke="${paint}"` +
    ` stroke-width="${round(stroke)}" stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
  )
}

const round = (value: number): number => Math.round(value * 1000) / 1000
