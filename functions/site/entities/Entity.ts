import type { EntityKind } from '../pages/entities/EntityPage.ts'

/** An entity that a path names. */
export interface Entity {
  readonly kind: EntityKind
  /** As the path has it. */
  readonly id: string
  /** Form of the answer: its page, the same as Markdown, or its picture for previews. */
  readonly form: 'page' | 'markdown' | 'card'
}

const PATH = /^\/(vault|auction|agent)\/([^/]+?)(\/card\.png|\.md)?$/
const isKind = (text: string | undefined): text is EntityKind =>
  text === 'vault' || text === 'auction' || text === 'agent'

/** Path of an entity, as other pages link to it. */
export const entityPath = (kind: EntityKind, id: string): string => `/${kind}/${id}`

/** The entity that a path names. Returns undefined for any other path. */
export function entityAt(path: string): Entity | undefined {
  const [, kind, id = '', form] = PATH.exec(path) ?? []
  if (!isKind(kind)) return undefined
  return { kind, id, form: form === undefined ? 'page' : form === '.md' ? 'markdown' : 'card' }
}
