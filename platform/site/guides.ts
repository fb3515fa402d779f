import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Deployment, localDeployment, originAt } from '../deployments.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** A page of `docs/`. */
export interface Guide {
  /** Its file, without the ending. */
  readonly name: string
  readonly title: string
  /** One sentence, for lists and previews. */
  readonly description: string
  readonly text: string
}

/** Guides by topic, as README lists them. */
type Topics = readonly (readonly [topic: string, pages: readonly Guide[]])[]

/** The local world, as the texts name it. */
const WRITTEN = { host: 'http://127.0.0.1:8787', chainId: 31_337 }

const networkOf = (chainId: number, host: string): string => `{ chainId: ${chainId}, baseUrl: '${host}/api' }`

/** Topics of README's table whose pages are for those who call the API. */
const CALLERS = ['Programs', 'Reference', 'Transactions', 'Agents', 'People', 'Tokens', 'Vaults']
/** Topics for those who run or change it. */
const OPERATORS = ['Machines', 'Deploying', 'Operating', 'Changing']

/** The description above a page of `docs/`, in quotation marks where YAML needs them. */
const FRONT_MATTER = /^---\ndescription: (['"]?)(.+)\1\n---\n+/

/**
 * A text of the repository as the host of a deployment serves it: with the deployment's own URL and chain, and without links to files that
 * the host does not serve.
 */
export function readText(file: string, deployment: Deployment = localDeployment()): string {
  const origin = originAt(deployment)
  return readFileSync(path.join(root, file), 'utf8')
    .replace(FRONT_MATTER, '')
    .replaceAll(/^!\[[^\]]*\]\([\w-]+\.png\)\n\n/gm, '')
    .replaceAll(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, '$1')
    .replaceAll(networkOf(WRITTEN.chainId, WRITTEN.host), networkOf(deployment.chainId, origin))
    .replaceAll(WRITTEN.host, origin)
}

/** The pages of `docs/`. Throws an Error for one without a description. */
export const guides = (deployment?: Deployment): readonly Guide[] =>
  readdirSync(path.join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .toSorted()
    .map((file) => {
      const text = readText(`docs/${file}`, deployment)
      const name = file.slice(0, -'.md'.length)
      const title = /^# (.+)$/m.exec(text)?.[1] ?? name
      const [, , description] = FRONT_MATTER.exec(readFileSync(path.join(root, 'docs', file), 'utf8')) ?? []
      if (description === undefined) throw new Error(`docs/${file} has no description above its title`)
      return { name, title, description, text }
    })

/** Pages for those who call the API. Throws an Error for a page that is not there. */
export const guidesByTopic = (): Topics => topicsOf(CALLERS)

/** All pages that README lists, by their readers. */
export const guidesByReader = () => [
  { readers: 'For those who call the API', topics: topicsOf(CALLERS) },
  { readers: FOR_OPERATORS, topics: topicsOf(OPERATORS) },
]

/** Title of the part of the list that is for those who run or change the service. */
export const FOR_OPERATORS = 'For operators'

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
