/**
 * What makes one picture of several characters by joiners and selectors (UTS #51): the sequences that Unicode
 * recommends for interchange, and no others.
 */
const EMOJI = String.raw`\p{RGI_Emoji_ZWJ_Sequence}|\p{Emoji_Keycap_Sequence}|\p{Basic_Emoji}`

/**
 * What shows nothing, or stands for something that is not there: formatting and bidirectional controls, joiners,
 * fillers, selectors and tags (Unicode's Cf and Default_Ignorable_Code_Point), private use, non-characters, the null
 * notehead, and the characters for objects and for what could not be decoded.
 */
const INVISIBLE = String.raw`[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{1D159}\uFFFC\uFFFD]`

const emojiOrInvisible = new RegExp(`(${EMOJI})|${INVISIBLE}`, 'gv')

/**
 * Controls, halves of surrogate pairs, and white space, which the blank of Braille is to a reader; marks on them too.
 */
const BLANKS = /[\p{Cc}\p{Cs}\s\u2800][\p{Cc}\p{Cs}\s\u2800\p{M}]*/gu

/**
 * Marks on nothing, and those past the fourth on one letter: more than any script writes, and they cover its
 * neighbours.
 */
const STRAY_MARKS = /^\p{M}+|(?<=\p{M}{4})\p{M}+/gu

/**
 * A stranger's text (a contract's name, a reason, a document) on one line, in NFC: what a reader cannot see is not in
 * it, so that two texts which look alike by such characters are alike. Emoji stay as they are; joiners in Persian and
 * Indic words go, which leaves them readable; flags of regions become plain flags. What is longer than `limit` code
 * points is cut between characters as a reader counts them (UAX #29).
 *
 * @example
 * plainText('US\u200bDC\u202e', 20) // 'USDC'
 */
export function plainText(text: string, limit: number): string {
  const line = text
    .slice(0, 4 * limit + 1024)
    .normalize('NFC')
    .replace(emojiOrInvisible, '$1')
    .replace(BLANKS, ' ')
    .replace(STRAY_MARKS, '')
    .trim()
  return cut(line.normalize('NFC'), limit).trim()
}

/** The same of what may not have been read; null too where nothing of it is left. */
export const plainTextOrNull = (text: string | null, limit: number): string | null =>
  text === null ? null : plainText(text, limit) || null

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function cut(line: string, limit: number): string {
  if (line.length <= limit) return line
  let kept = ''
  let count = 0
  for (const { segment } of characters.segment(line)) {
    count += [...segment].length
    if (count > limit) break
    kept += segment
  }
  return kept
}
