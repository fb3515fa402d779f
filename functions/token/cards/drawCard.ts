import type { Card } from '../../../shared/imaging/Card.ts'
import { drawableLetters, drawText } from '../drawing/drawText.ts'
import type { Glyph } from '../drawing/glyphs.ts'

export const CARD_WIDTH = 1200
const HEIGHT = 630
const [PAPER, INK, QUIET, LINE, ACCENT] = ['#101312', '#e8edea', '#a3b0aa', '#2a312e', '#5fd3ac']

/** A blank between two words. */
const BLANK: Glyph = { width: 26, path: 'M0 0' }

/**
 * A card as SVG text: the mark, what kind of thing it is, its name, and up to three figures. Pure. It refers to nothing outside
 * itself; letters are our own outlines, so that no name can become markup.
 */
export function drawCard({ kind, title, figures }: Card): string {
  const column = CARD_WIDTH / Math.max(1, figures.length)
  const values = figures.map(({ name, value }, i) => {
    const centreX = column * (i + 0.5)
    return (
      line(value, { centreX, centreY: 478, maxWidth: column - 90, maxHeight: 54 }, INK, 0.11) +
      line(name, { centreX, centreY: 548, maxWidth: column - 90, maxHeight: 22 }, QUIET, 0.1)
    )
  })
  const rules = figures
    .slice(1)
    .map((_, i) => `<path d="M${column * (i + 1)} 440V560" stroke="${LINE}" stroke-width="2"/>`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${HEIGHT}">` +
    `<rect width="${CARD_WIDTH}" height="${HEIGHT}" fill="${PAPER}"/>` +
    `<g transform="translate(${CARD_WIDTH / 2 - 36} 56) scale(3)">${MARK}</g>` +
    line(kind, { centreX: CARD_WIDTH / 2, centreY: 178, maxWidth: 900, maxHeight: 24 }, QUIET, 0.1) +
    line(title, { centreX: CARD_WIDTH / 2, centreY: 290, maxWidth: 1000, maxHeight: 110 }, INK, 0.12) +
    (figures.length === 0 ? '' : `<path d="M80 396H1120" stroke="${LINE}" stroke-width="2"/>`) +
    rules.join('') +
    values.join('') +
    '</svg>'
  )
}

const MARK =
  `<path fill="${ACCENT}" d="M12 1.5A10.5 10.5 0 0 1 22.5 12H17a5 5 0 0 0-5-5Z"/>` +
  `<path fill="${INK}" d="M10.2 1.65v5.7a5 5 0 1 0 6.45 6.45h5.7A10.5 10.5 0 1 1 10.2 1.65Z"/>`

interface Position {
  readonly centreX: number
  readonly centreY: number
  readonly maxWidth: number
  readonly maxHeight: number
}

/** A line of words. The square sign before a token's symbol is dropped: the kind says what it is. */
function line(text: string, at: Position, paint: string, weight: number): string {
  const words = text.replace(/^[\s\u25a0\u25a2]+/u, '').split(/\s+/)
  const letters = words.flatMap((word, i) => [...(i === 0 ? [] : [BLANK]), ...drawableLetters(word, 24)]).slice(0, 28)
  return drawText(letters, { ...at, weight }, paint)
}
