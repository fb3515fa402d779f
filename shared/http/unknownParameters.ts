import * as z from 'zod'
import { bodySchema, type Operation } from '../../schema/operation.ts'
import { ApiError } from '../errors/ApiError.ts'
import { COMPROMISED, isNamedKey } from '../text/exposedKey.ts'
import { nearest } from '../text/nearest.ts'
import { addTo, type HeaderTable } from './headers.ts'
import { FIELDS, knowsFields } from './fields.ts'
import { queryOf } from './readInput.ts'
import { pointerTo } from './validate.ts'

/** A query parameter or field of a body that an operation does not know, and the one of its own that may be meant. */
export interface UnknownParameter {
  readonly part: 'query' | 'body'
  readonly name: string
  readonly meant: string | undefined
  /** Whether it is a private key or a recovery phrase, by its name and its form. */
  readonly isKey: boolean
}

const MOST_NAMES = 8
const MOST_LENGTH = 64

/** Unknown query parameters of a URL, at most 8: keys first. */
export function unknownIn(operation: Operation, url: string): readonly UnknownParameter[] {
  if (!url.includes('?')) return NONE
  const given = new URLSearchParams(queryOf(url))
  if (knowsFields(operation)) given.delete(FIELDS)
  return unknownOf('query', operation.request?.query, given.entries())
}

/** Unknown fields of a body that its schema neither refuses nor keeps, at most 8: keys first. */
export function unknownFields(operation: Operation, body: unknown): readonly UnknownParameter[] {
  const schema = bodySchema(operation)
  const isClosed = schema instanceof z.ZodObject && schema.def.catchall === undefined
  return isClosed && typeof body === 'object' && body !== null ? unknownOf('body', schema, Object.entries(body)) : NONE
}

function unknownOf(
  part: UnknownParameter['part'],
  schema: unknown,
  given: Iterable<readonly [string, unknown]>,
): readonly UnknownParameter[] {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const unknown = [...new Map(given)]
    .filter(([name]) => !known.includes(name))
    .map(([name, value]) => ({ name, isKey: isNamedKey(name, value) }))
  const keys = unknown.filter(({ isKey }) => isKey)
  const reported = [...keys, ...unknown.filter(({ isKey }) => !isKey)].slice(0, MOST_NAMES)
  return reported.map(({ name, isKey }) => {
    const shown = name.slice(0, MOST_LENGTH).toWellFormed()
    return { part, name: shown, meant: nearest(shown, known), isKey }
  })
}

const NONE: readonly UnknownParameter[] = []

/**
 * Names unknown query parameters and fields in `X-Unknown-Parameters`, a list of structured fields (RFC 9651): they change nothing else.
 *
 * Throws invalid_request naming them for a caller who prefers that (`Prefer: handling=strict`, RFC 7240 section 4.4), and for a private
 * key, whose owner must learn that it is compromised.
 */
export function nameUnknown(unknown: readonly UnknownParameter[], request: Request, headers: HeaderTable): void {
  const [first] = unknown
  if (!first) return
  const key = unknown.find(({ isKey }) => isKey)
  if (key) throw new ApiError('invalid_request', `${bare(key.name)}: ${problemOf(key)}`)
  headers['x-unknown-parameters'] = unknown.map(itemOf).join(', ')
  addTo(headers, 'vary', 'Prefer')
  if (!prefersStrict(request.headers.get('prefer'))) return
  headers['preference-applied'] = 'handling=strict'
  const fields = unknown.map((one) => ({ pointer: pointerTo(one.part, [one.name]), problem: problemOf(one) }))
  throw new ApiError('invalid_request', `${bare(first.name)}: ${problemOf(first)}`, {}, { fields })
}

const problemOf = ({ part, meant, isKey }: UnknownParameter): string =>
  isKey
    ? `is not taken. ${COMPROMISED}`
    : `${part === 'query' ? 'is not a parameter of this operation' : 'is not a known field'}${meant === undefined ? '' : `; did you mean ${meant}?`}`

const itemOf = ({ name, meant }: UnknownParameter): string =>
  `${quoted(bare(name))}${meant === undefined ? '' : `; did-you-mean=${meant}`}`

/** A name as a URL spells it: nothing of it but characters of a token (RFC 9110, section 5.6.2). */
const bare = (name: string): string =>
  encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29').slice(0, MOST_LENGTH)

/** A token begins with a letter or an asterisk (RFC 9651, section 3.3.4); any other name is a string. */
const quoted = (name: string): string => (/^[A-Za-z*]/.test(name) ? name : `"${name}"`)

/** The longest `Prefer` that is read. */
const MOST_PREFER = 1024

/** Whether a client prefers `handling=strict`; of a preference that is stated twice the first counts (RFC 7240, section 2). */
export function prefersStrict(prefer: string | null): boolean {
  if (prefer === null || prefer.length > MOST_PREFER) return false
  const plain = prefer.replaceAll(/"((?:[^"\\]|\\.)*)"/g, (_, text: string) => text.replaceAll(/[,;=]/g, ''))
  for (const preference of plain.split(',')) {
    const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=').map((part) => part.trim())
    if (name.toLowerCase() === 'handling') return value === 'strict'
  }
  return false
}
