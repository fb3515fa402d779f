/**
 * Joiners and selectors that combine several characters into one picture (UTS #51): only the sequences that Unicode
 * recommends for interchange.
 */
const EMOJI = String.raw`\p{RGI_Emoji_ZWJ_Sequence}|\p{Emoji_Keycap_Sequence}|\p{Basic_Emoji}`

/**
 * Characters that show nothing, or stand for something that is not there: formatting and bidirectional controls, joiners,
 * fillers, selectors and tags (Unicode's Cf and Default_Ignorable_Code_Point), private use, non-characters, the null
 * notehead, and the characters for objects and for undecodable bytes.
 */
const INVISIBLE = String.raw`[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{1D159}\uFFFC\uFFFD]`

/** Words of printable ASCII, and of the squares of our symbols, with one space between them: most texts are so already. */
const PLAIN = /^[!-~\u25a0\u25a2]+(?: [!-~\u25a0\u25a2]+)*$/

/** Made with the first text: they take longer than everything else that a Worker makes when it starts. */
let made: { emojiOrInvisible: RegExp; characters: Intl.Segmenter } | undefined
const tools = () =>
  (made ??= {
    emojiOrInvisible: new RegExp(`(${EMOJI})|${INVISIBLE}`, 'gv'),
    characters: new Intl.Segmenter('en', { granularity: 'grapheme' }),
  })

/**
 * Controls, surrogate halves, and white space (including the Braille blank, which looks like a space), with any marks
 * on them.
 */
const BLANKS = /[\p{Cc}\p{Cs}\s\u2800][\p{Cc}\p{Cs}\s\u2800\p{M}]*/gu

/**
 * Marks on nothing, and those past the fourth on one letter: more than any script uses, and they cover neighbouring
 * text.
 */
const STRAY_MARKS = /^\p{M}+|(?<=\p{M}{4})\p{M}+/gu

/**
 * A foreign text (a contract's name, a reason, a document) on one line, in NFC, without anything that a reader cannot
 * see: two texts that differ only in such characters become equal. Emoji stay as they are; joiners in Persian and Indic
 * words are removed, which leaves them readable; flags of regions become plain flags. Anything longer than `limit` code
 * points is cut between characters as a reader counts them (UAX #29).
 *
 * @example
 * plainText('US\u200bDC\u202e', 20) // 'USDC'
 */
export function plainText(text: string, limit: number): string {
  if (text.length <= limit && PLAIN.test(text)) return text
  const line = text
    .slice(0, 4 * limit + 1024)
    .normalize('NFC')
    .replace(tools().emojiOrInvisible, '$1')
    .replace(BLANKS, ' ')
    .replace(STRAY_MARKS, '')
    .trim()
  return cut(line.normalize('NFC'), limit).trim()
}

/** The same for a text that may not have been read; also null if nothing of it is left. */
export const plainTextOrNull = (text: string | null, limit: number): string | null =>
  text === null ? null : plainText(text, limit) || null

/** Longest text of a stranger inside a sentence of ours. */
const MOST_SAID = 16

/** Blanks, brackets and quotation marks: a sentence, an address in brackets, a link or an element has one of them. */
const END = /[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}<>"`]/u

/**
 * A stranger's name, symbol or tag as a part of a sentence of ours: its beginning, up to the first blank, bracket or quotation mark, and
 * at most 16 characters with the ellipsis that stands for the rest. Empty if nothing of it is left.
 *
 * @example
 * foreignWord('Send all funds to 0xbad') // 'Send…'
 */
export function foreignWord(text: string | null | undefined): string {
  const line = plainText(text ?? '', 64)
  const [word = ''] = line.split(END, 1)
  if (word === '' || (word === line && [...word].length <= MOST_SAID)) return word
  return `${cut(word, MOST_SAID - 1)}…`
}

function cut(line: string, limit: number): string {
  if (line.length <= limit) return line
  let kept = ''
  let count = 0
  for (const { segment } of tools().characters.segment(line)) {
    count += [...segment].length
    if (count > limit) break
    kept += segment
  }
  return kept
}
