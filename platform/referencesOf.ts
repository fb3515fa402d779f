import { asObject, isObject, type Json } from './json.ts'

/** Start of the references within a document. */
const COMPONENTS = '#/components/'

/** The references (`#/components/…`) in parts of a document, and in what those refer to. */
export function referencesOf(document: Json, parts: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    if (!isObject(node)) return
    const { $ref } = node
    if (typeof $ref === 'string' && !found.has($ref)) {
      found.add($ref)
      const [kind = '', name = ''] = $ref.slice(COMPONENTS.length).split('/')
      visit(asObject(asObject(document['components'])[kind])[name])
    }
    Object.values(node).forEach(visit)
  }
  visit(parts)
  return found
}
