import type { ThingKind } from '../pages/things/ThingPage.ts'

/** A thing that a path names. */
export interface Thing {
  readonly kind: ThingKind
  /** As the path has it. */
  readonly id: string
  /** Whether its picture for previews is asked for. */
  readonly isCard: boolean
}

const PATH = /^\/(vault|auction|agent)\/([^/]+)(\/card\.png)?$/
const isKind = (text: string | undefined): text is ThingKind =>
  text === 'vault' || text === 'auction' || text === 'agent'

/** Path of a thing, as other pages link to it. */
export const thingPath = (kind: ThingKind, id: string): string => `/${kind}/${id}`

/** The thing that a path names. Returns undefined for any other path. */
export function thingAt(path: string): Thing | undefined {
  const [, kind, id = '', card] = PATH.exec(path) ?? []
  return isKind(kind) ? { kind, id, isCard: card !== undefined } : undefined
}
