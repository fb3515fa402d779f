import MiniSearch from 'minisearch'
import { type Kind, KINDS, type SearchEntry } from './SearchEntry.ts'

/** An entry that was found. */
export interface Found {
  readonly title: string
  readonly url: string
  readonly text: string
}

/** Results of one kind, the best first. */
export interface FoundGroup {
  readonly kind: Kind
  readonly entries: readonly Found[]
}

/** The most entries of a kind that are shown. */
const MOST = 6

/** Finds entries by their words: also by the beginning of a word, by parts of `camelCase`, and with a letter that is wrong. */
export function createSearch(entries: readonly SearchEntry[]): (query: string) => readonly FoundGroup[] {
  const index = new MiniSearch<{ id: number; title: string; text: string }>({
    fields: ['title', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { title: 4 },
      prefix: true,
      fuzzy: (word) => (word.length > 4 ? 0.2 : false),
      tokenize: (query) => query.split(/[\s\p{P}]+/u).filter((word) => word !== ''),
    },
  })
  index.addAll(entries.map(([, title, , text], id) => ({ id, title, text })))

  return (query) => {
    const all = index.search(query, { combineWith: 'AND' })
    const ranked = (all.length > 0 ? all : index.search(query)).flatMap(({ id }) => {
      const entry = entries[Number(id)]
      return entry ? [entry] : []
    })
    const groups = Map.groupBy(ranked, ([kind]) => kind)
    return [...groups].map(([kind, own]) => ({
      kind: KINDS[kind] ?? 'Guides',
      entries: own.slice(0, MOST).map(([, title, url, text]) => ({ title, url, text })),
    }))
  }
}

/** The words of a text; those of `camelCase` also one by one. */
function wordsOf(text: string): string[] {
  const words = text.split(/[\s\p{P}]+/u).filter((word) => word !== '')
  return words.flatMap((word) => [word, ...(/[a-z][A-Z]/.test(word) ? word.split(/(?=[A-Z])/) : [])])
}
