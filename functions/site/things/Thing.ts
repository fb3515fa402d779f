import type { ThingKind } from '../pages/things/ThingPage.ts'

/** A thing that a path names. */
export interface Thing {
  readonly kind: ThingKind
  /** As the path has it. */
  readonly id: string
  /** What is asked for: its page, the same as Markdown, or its picture for previews. */
  readonly form: 'page' | 'markdown' | 'card'
}

const PATH = /^\/(vault|auction|agent)\/([^/]+?)(\/card\.png|\.md)?$/
const isKind = (text: string | undefined): text is ThingKind =>
  text === 'vault' || text === 'auction' || text === 'agent'

/** Path of a thing, as other pages link to it. */
export const thingPath = (kind: ThingKind, id: string): string => `/${kind}/${id}`

/** The thing that a path names. Returns undefined for any other path. */
export function thingAt(path: string): Thing | undefined {
  const [, kind, id = '', form] = PATH.exec(path) ?? []
  if (!isKind(kind)) return undefined
  return { kind, id, form: form === undefined ? 'page' : form === '.md' ? 'markdown' : 'card' }
}
