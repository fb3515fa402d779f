/**
 * Letters of other scripts and signs by the Latin letter that they look like (Unicode UTS #39, "confusables"), for what
 * names and symbols are written in; compatibility forms such as full-width or mathematical letters fold by themselves.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑαӑᎪꓮÅ∀',
  b: 'вьβЬᏴꓐß฿',
  c: 'сϲᴄⅽϹᏟꓚ¢©',
  d: 'ԁɗժᎠꓓⅾđ',
  e: 'еєҽεɛᎬꓰ℮€ë',
  f: 'ғϝſƒꓝẝ',
  g: 'ɡցԍᏀꓖǥ',
  h: 'һнհηᎻꓧħ',
  j: 'јϳյᎫꓙ',
  k: 'кκҝᏦꓗ₭',
  l: 'іӏιıⅼ|!ǀ׀ⵏ1iӀłᏞꓡꓲЇї',
  m: 'мϻᎷꓟⅿ',
  n: 'пոռɴꓠ',
  o: 'оοօσ०੦௦๐໐ဝ0øӨөᎾꓳ⊙●○◯ꞷѳθ',
  p: 'рρϱᏢꓑþ₽',
  q: 'ԛգզ',
  r: 'гᴦʀᎡꓣя®',
  s: 'ѕꜱՏᏚꓢ5$§',
  t: 'тτᴛᎢꓔ₮',
  u: 'υսʋᴜцꓴᑌ∪',
  v: 'ѵνᴠⅴᏙꓦ∨',
  w: 'ѡԝωᴡᏔꓪ₩',
  x: 'хχⅹ×ꓫᕁ✕✖',
  y: 'уγүʏᎩꓬ¥',
  z: 'ᴢᏃꓜžʐ2',
}

const folds = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, signs]) =>
    [...signs].flatMap((sign) => [sign, sign.toLowerCase()].map((one): [string, string] => [one, letter])),
  ),
)

/** Pairs of letters that read as one. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
]

/**
 * The same text for all names that a reader may take for each other: case, marks, spaces, punctuation and letters that look
 * alike make no difference (the idea of UTS #39, section 4, coarser where case folds: I, l and 1 are one). It is
 * compared, and never shown.
 *
 * @example
 * skeleton('ÁUR0RA') === skeleton('Аurоra') // true; two letters of the second are Cyrillic
 */
export function skeleton(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\s\p{P}\p{Cf}]/gu, keepSigns)
  const folded = [...letters].map((letter) => folds.get(letter) ?? letter).join('')
  return PAIRS.reduce((all, [pair, letter]) => all.replace(pair, letter), folded)
}

/** Of punctuation only what stands for a letter stays. */
const keepSigns = (sign: string): string => (folds.has(sign) ? sign : '')
