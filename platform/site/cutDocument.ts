import { HOST_CODES } from '../../schema/codesOf.ts'
import { asList, asObject, type Json } from '../json.ts'
import { referencesOf } from '../referencesOf.ts'

/**
 * A document of some operations alone, with all that they refer to and nothing else: valid by itself.
 *
 * @param document the whole document
 * @param ids operationIds
 * @param externalDocs where what it is part of is served
 */
export function cutDocument(document: Json, ids: ReadonlySet<string>, externalDocs: Json): Json {
  const paths = Object.fromEntries(
    entriesOf(document['paths']).flatMap(([path, item]) => {
      const own = entriesOf(item).filter(([, operation]) => ids.has(String(asObject(operation)['operationId'])))
      return own.length > 0 ? [[path, Object.fromEntries(own)]] : []
    }),
  )
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const named = textsIn(operations.map(attributesOf))
  const { 'x-pieces': _, ...head } = document
  return {
    ...head,
    externalDocs,
    tags: asList(document['tags']).filter((tag) => named.has(String(asObject(tag)['name']))),
    'x-limits': pick(document['x-limits'], named),
    'x-errors': pick(document['x-errors'], new Set([...HOST_CODES, ...named])),
    components: componentsOf(document, paths),
    paths,
  }
}

/** Attributes of an operation: its tags, limits, errors and credentials. */
const attributesOf = (operation: unknown): Json =>
  Object.fromEntries(
    entriesOf(operation).filter(([key]) => key.startsWith('x-') || key === 'tags' || key === 'security'),
  )

/** The components that parts of a document refer to, themselves or through others, in their own order. */
function componentsOf(document: Json, paths: Json): Json {
  const reached = referencesOf(document, paths)
  const schemes = textsIn(Object.values(paths).flatMap((item) => Object.values(asObject(item)).map(attributesOf)))
  return Object.fromEntries(
    entriesOf(document['components']).flatMap(([kind, all]) => {
      const own = entriesOf(all).filter(([name]) =>
        kind === 'securitySchemes' ? schemes.has(name) : reached.has(`#/components/${kind}/${name}`),
      )
      return own.length > 0 ? [[kind, Object.fromEntries(own)]] : []
    }),
  )
}

/** Every text in a value, and every key. */
function textsIn(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node === 'string') found.add(node)
  for (const [key, inner] of entriesOf(node)) textsIn(inner, found.add(key))
  return found
}

const pick = (node: unknown, keys: ReadonlySet<string>): Json =>
  Object.fromEntries(entriesOf(node).filter(([key]) => keys.has(key)))

const entriesOf = (node: unknown): [string, unknown][] => Object.entries(asObject(node))
