import * as z from 'zod'
import type { Operation } from '../../schema/operation.ts'
import { ApiError } from '../errors/ApiError.ts'
import { nearest } from '../text/nearest.ts'

/** The most fields that a request may select, and the longest path of one. */
export const MOST_FIELDS = 64
export const MOST_PATH = 200

/** Selected fields, each with those selected within it; one without any is wanted whole. */
export type FieldTree = ReadonlyMap<string, FieldTree>

/**
 * The selected fields of a value; a path through a list selects the field of each item. The order is that of the value, so that one
 * selection has one result, however it is spelled.
 *
 * @example
 * pick({ lock: { end: 5, amount: 1 }, votes: [{ vault: 'a', weight: 1 }] }, fieldTree(['lock.end', 'votes.vault']))
 * // { lock: { end: 5 }, votes: [{ vault: 'a' }] }
 */
export function pick(value: unknown, fields: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((item) => pick(item, fields))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const inner = fields.get(name)
      return inner === undefined ? [] : [[name, inner.size === 0 ? field : pick(field, inner)]]
    }),
  )
}

/** The tree of paths: names with dots between those of inner fields. */
export function fieldTree(paths: readonly string[]): FieldTree {
  type Tree = Map<string, Tree>
  const root: Tree = new Map()
  for (const path of paths) {
    const names = path.split('.')
    let at = root
    for (const [i, name] of names.entries()) {
      const before = at.get(name)
      // Another path wants it whole.
      if (before?.size === 0) break
      const inner: Tree = before && i < names.length - 1 ? before : new Map()
      at.set(name, inner)
      at = inner
    }
  }
  return root
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The query parameter that every GET knows: those whose answer has no envelope refuse it. */
export const FIELDS = 'fields'
export const knowsFields = ({ method }: Operation): boolean => method === 'get'

/**
 * The paths that `fields` of a query names; undefined without it. The schema of the answer decides whether a field exists: a field of a
 * null, or of the items of an empty list, does.
 *
 * Throws invalid_request for an unknown field, naming the nearest; for too many; for an operation whose answer has no envelope.
 */
export function readFields(operation: Operation, text: string | null): readonly string[] | undefined {
  if (text === null || !knowsFields(operation)) return undefined
  if (operation['x-answer'] !== 'envelope')
    throw invalid('this operation answers with a whole document or file, without the envelope; omit it')
  const paths = [...new Set(text.split(','))]
  if (paths.length > MOST_FIELDS) throw invalid(`at most ${MOST_FIELDS}`)
  for (const path of paths) requireKnown(dataOf(operation), path)
  return paths
}

function dataOf({ responses }: Operation): unknown {
  const ok = responses['200']
  const media = ok && 'content' in ok ? ok.content?.['application/json'] : undefined
  const schema: unknown = media && 'schema' in media ? media.schema : undefined
  return schema instanceof z.ZodObject ? schema.shape['data'] : undefined
}

function requireKnown(data: unknown, path: string): void {
  if (path.length > MOST_PATH) throw invalid(`a path has at most ${MOST_PATH} characters`)
  let schemas = within(data)
  let parent = ''
  for (const name of path.split('.')) {
    const inner = schemas.flatMap((schema) => fieldOf(schema, name))
    if (inner.length === 0) throw unknown(parent, name, schemas)
    schemas = inner.flatMap(within)
    parent += `${name}.`
  }
}

/** The schemas that may have fields: of a value that may be absent, of each alternative, and of the items of a list. */
function within(schema: unknown): readonly z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return within(schema.def.innerType)
  if (schema instanceof z.ZodArray) return within(schema.def.element)
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap(within)
  return schema instanceof z.ZodType ? [schema] : []
}

/** The schema of a field; none if there is no such field. A record has fields of any name, and free JSON those of any depth. */
function fieldOf(schema: z.ZodType, name: string): readonly unknown[] {
  if (schema instanceof z.ZodUnknown) return [schema]
  if (schema instanceof z.ZodRecord) return [schema.def.valueType]
  if (!(schema instanceof z.ZodObject)) return []
  if (Object.hasOwn(schema.shape, name)) return [schema.shape[name]]
  const { catchall } = schema.def
  return catchall === undefined || catchall instanceof z.ZodNever ? [] : [catchall]
}

const MOST_NAMES = 32

function unknown(before: string, name: string, schemas: readonly z.ZodType[]): ApiError {
  if (before === '' && name === 'data') return invalid('data: paths begin within data; leave it out')
  const known = [
    ...new Set(schemas.flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))),
  ]
  const parent = encodeURIComponent(before.toWellFormed())
  const given = `${parent}${encodeURIComponent(name.toWellFormed())}`.slice(0, 128)
  const owner = parent === '' ? 'the answer' : parent.slice(0, -1)
  if (known.length === 0) return invalid(`${given} does not exist: ${owner} has no fields of its own`)
  const near = nearest(name.slice(0, 64), known)
  const hint =
    near === undefined ? `the fields are ${known.slice(0, MOST_NAMES).join(', ')}` : `did you mean ${parent}${near}?`
  return invalid(`${given} is not a field of ${owner}; ${hint}`)
}

const invalid = (problem: string): ApiError => new ApiError('invalid_request', `fields: ${problem}`)
