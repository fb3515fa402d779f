import * as z from 'zod'
import { asList, asObject, isObject, mapValues, without } from './json.ts'

const NAMES = 'x-names'

/**
 * Moves what the addresses of a body are (`x-names` of their schemas) to the operation, by the path of each field: validators
 * in strict mode refuse a schema with a keyword that they do not know.
 */
export function hoistNames(document: unknown): unknown {
  const hoisted = (operation: unknown): unknown => {
    const body = at(operation, 'requestBody', 'content', 'application/json', 'schema')
    const names = Object.fromEntries(namesIn(body, '', document))
    return Object.keys(names).length > 0 ? { ...asObject(operation), [NAMES]: names } : operation
  }
  const paths = mapValues(at(document, 'paths'), (path) => withoutNames(mapValues(path, hoisted)))
  return { ...asObject(withoutNames(document)), paths }
}

const at = (node: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((found, key) => asObject(found)[key], node)

/** The names in a schema by the paths of their fields: `owner`, `vaults[]`, `path.through`. */
function namesIn(node: unknown, path: string, document: unknown): (readonly [path: string, names: unknown])[] {
  const { $ref: reference, [NAMES]: own, allOf, anyOf, oneOf, items, properties } = asObject(node)
  if (own !== undefined) return [[path, own]]
  if (typeof reference === 'string') return namesIn(at(document, ...reference.slice(2).split('/')), path, document)
  return [
    ...[allOf, anyOf, oneOf].flatMap(asList).flatMap((part) => namesIn(part, path, document)),
    ...(items === undefined ? [] : namesIn(items, `${path}[]`, document)),
    ...Object.entries(asObject(properties)).flatMap(([name, property]) =>
      namesIn(property, path === '' ? name : `${path}.${name}`, document),
    ),
  ]
}

/** A part without what only the contract says of its schemas: names, but for those of operations by field, and `extends`. */
function withoutNames(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNames)
  if (!isObject(node)) return node
  const unnamed = typeof node[NAMES] === 'string' ? without(node, NAMES) : node
  return mapValues(node['extends'] instanceof z.ZodType ? without(unnamed, 'extends') : unnamed, withoutNames)
}
