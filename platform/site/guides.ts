import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** A page of `docs/`. */
export interface Guide {
  /** Its file, without the ending. */
  readonly name: string
  readonly title: string
  readonly text: string
}

/** Guides by topic, as README lists them. */
export type Topics = readonly (readonly [topic: string, pages: readonly Guide[]])[]

/** Topics of README's table whose pages are for those who call the API. */
const CALLERS = ['Programs', 'Reference', 'Transactions', 'Agents', 'People', 'Tokens', 'Vaults']
/** Topics for those who run or change it. */
const OPERATORS = ['Machines', 'Deploying', 'Operating', 'Changing']

/** A text of the repository. Links to its files that the host does not serve become text. */
export const readText = (file: string): string =>
  readFileSync(path.join(root, file), 'utf8')
    .replaceAll(/^!\[[^\]]*\]\([\w-]+\.png\)\n\n/gm, '')
    .replaceAll(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, '$1')

/** The pages of `docs/`. */
export const guides = (): readonly Guide[] =>
  readdirSync(path.join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => {
      const text = readText(`docs/${file}`)
      const name = file.slice(0, -'.md'.length)
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name
      return { name, title, text }
    })

/** Pages for those who call the API. Throws an Error for a page that is not there. */
export const guidesByTopic = (): Topics => topicsOf(CALLERS)

/** All pages that README lists. */
export const allGuidesByTopic = (): Topics => topicsOf([...CALLERS, ...OPERATORS])

function topicsOf(topics: readonly string[]): Topics {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  const all = new Map(guides().map((guide) => [guide.name, guide]))
  return topics.map((topic) => {
    const row = readme.split('\n').find((line) => line.startsWith(`| ${topic} | [`)) ?? ''
    const pages = [...row.matchAll(/\]\(docs\/([\w-]+)\.md\)/g)].map(([, name = '']) => {
      const page = all.get(name)
      if (!page) throw new Error(`README.md: docs/${name}.md does not exist`)
      return page
    })
    if (pages.length === 0) throw new Error(`README.md: the table "Read on" has no row ${topic}`)
    return [topic, pages]
  })
}
