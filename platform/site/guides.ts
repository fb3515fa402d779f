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

/** Topics of README's table whose pages are for those who call the API. */
const TOPICS = ['Programs', 'Reference', 'Transactions', 'Agents', 'People', 'Tokens', 'Vaults']

/** The pages of `docs/`. Links to files of the repository, which the host does not serve, become text. */
export const guides = (): readonly Guide[] =>
  readdirSync(path.join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(path.join(root, 'docs', file), 'utf8').replaceAll(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, '$1')
      const name = file.slice(0, -'.md'.length)
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name
      return { name, title, text }
    })

/** Pages for those who call the API by topic, as README lists them. Throws an Error for a page that is not there. */
export function guidesByTopic(): readonly (readonly [topic: string, pages: readonly Guide[]])[] {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  const all = new Map(guides().map((guide) => [guide.name, guide]))
  return TOPICS.map((topic) => {
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
