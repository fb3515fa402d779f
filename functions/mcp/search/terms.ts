/** The texts of an operation, by field. */
export interface Searchable {
  readonly id: string
  readonly title: string
  readonly path: string
  /** Contract functions that its calls have. */
  readonly functions: string
  /** Error codes that few operations have. */
  readonly codes: string
  readonly arguments: string
  readonly description: string
  /** How people ask for it. */
  readonly asks: readonly string[]
  /** Paragraphs of the documents that name it. */
  readonly docs: string
}

/** Fields by their weight. */
const BOOST: Readonly<Record<keyof Searchable, number>> = {
  id: 3,
  title: 4,
  path: 1,
  functions: 6,
  codes: 1,
  arguments: 1,
  description: 3,
  asks: 8,
  docs: 0.3,
}

/** How texts become terms, those of operations and of queries alike. */
const TERMS = {
  tokenize: tokensOf,
  processTerm: termOf,
  searchOptions: { fuzzy: (term: string) => (term.length > 4 ? 0.2 : false), weights: { fuzzy: 0.3, prefix: 0 } },
}

export const OF_OPERATIONS = {
  ...TERMS,
  fields: Object.keys(BOOST),
  // All ways to ask together are one field.
  extractField: (one: Searchable, name: string) => fieldOf(one, name),
  searchOptions: { ...TERMS.searchOptions, boost: BOOST, bm25: { k: 2, b: 0.9, d: 0.5 } },
}

/** The index of single ways to ask. */
export const OF_ASKS = { ...TERMS, fields: ['text'], storeFields: ['operationId'] }

function fieldOf(one: Searchable, name: string): string {
  const value: unknown = Reflect.get(one, name)
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** Words, those of names in camelCase and snake_case too, and names as a whole. */
function tokensOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}_]+/u).filter(Boolean)
  return words.flatMap((word) => {
    const parts = word
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .split(/[\s_]+/)
      .filter(Boolean)
    return parts.length > 1 ? [...parts, word] : parts
  })
}

const STOP = new Set(
  'a an and any are as at be been but by can could did do does for from get give had has have how i if in into is it its let me my of on or our out please should so some tell than that the their them then there these they this to up us was we were what when where which who whom why will with would you your'.split(
    ' ',
  ),
)

function termOf(token: string): string | null {
  const word = token.toLowerCase()
  if (STOP.has(word) || /^0x[0-9a-f]{3,}$/.test(word)) return null
  return SAME.get(stem(word)) ?? stem(word)
}

/** Plurals and forms of verbs lose their endings. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  return word
    .replace(/(ss|us|is)$/, '$1')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?<=.{3})(ing|ed)$/, '')
    .replace(/(?<=.{3})(ation|ion)$/, '')
    .replace(/(?<=.{3})e$/, '')
    .replace(/([bdgmnprt])\1$/, '$1')
}

/** Words of the field for one thing, and what people say instead: the first stands for all. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['lock', 'stake', 'escrow', 'vetoken', 've'],
  ['withdraw', 'unstake', 'redeem', 'cash'],
  ['swap', 'trade', 'exchange', 'buy', 'sell', 'dex'],
  ['borrow', 'loan', 'debt', 'lend'],
  ['jackpot', 'prize', 'pot', 'win', 'winner', 'won'],
  ['entry', 'ticket', 'draw'],
  ['reputation', 'rating', 'feedback', 'review', 'score', 'stars'],
  ['picture', 'image', 'logo', 'icon', 'photo'],
  ['price', 'cost', 'worth', 'quote', 'value'],
  ['transaction', 'tx', 'hash'],
  ['pool', 'liquidity'],
  ['vote', 'ballot', 'gauge', 'voting'],
  ['wallet', 'address', 'account', 'holder'],
  ['strategy', 'strategies', 'yield', 'apy'],
  ['sponsor', 'paymaster', 'gasless', 'gas', 'userop'],
  ['resolve', 'lookup', 'find', 'meaning'],
  ['status', 'health', 'alive', 'uptime', 'down'],
  ['sign', 'login', 'siwe', 'signin'],
  ['delete', 'erase', 'remove', 'gdpr'],
  ['epoch', 'round', 'period'],
  ['fee', 'commission'],
  ['collateral', 'pledge'],
  ['repay', 'payback'],
  ['extend', 'prolong', 'longer'],
  ['increase', 'add', 'more', 'top'],
]

const SAME: ReadonlyMap<string, string> = new Map(
  SYNONYMS.flatMap(([first = '', ...others]) => others.map((one) => [stem(one), stem(first)] as const)),
)
