import * as z from 'zod'
import type { Operation } from '../../schema/operation.ts'
import { ApiError } from '../errors/ApiError.ts'
import { nearest } from '../text/nearest.ts'
import { prefersStrict } from './prefersStrict.ts'
import { addTo, type HeaderTable } from './headers.ts'
import { pointerTo } from './pointerTo.ts'
import { queryOf } from './queryOf.ts'

/** A query parameter that an operation does not know, and the one of its own that may be meant. */
export interface UnknownParameter {
  readonly name: string
  readonly meant: string | undefined
}

const MOST_NAMES = 8
const MOST_LENGTH = 64

/** Unknown query parameters of a URL, the first 8 of them. */
export function unknownIn({ request }: Operation, url: string): readonly UnknownParameter[] {
  if (!url.includes('?')) return NONE
  const schema = request?.query
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const names = new Set(new URLSearchParams(queryOf(url)).keys())
  const unknown = [...names].filter((name) => !known.includes(name)).slice(0, MOST_NAMES)
  return unknown.map((name) => ({
    name: name.slice(0, MOST_LENGTH),
    meant: nearest(name.slice(0, MOST_LENGTH), known),
  }))
}

const NONE: readonly UnknownParameter[] = []

/**
 * Names unknown query parameters in `X-Unknown-Parameters`, a list of structured fields (RFC 9651): they change nothing else.
 *
 * Throws invalid_request naming them for a caller who prefers that (`Prefer: handling=strict`, RFC 7240 section 4.4).
 */
export function nameUnknown(unknown: readonly UnknownParameter[], request: Request, headers: HeaderTable): void {
  if (unknown.length === 0) return
  headers['x-unknown-parameters'] = unknown.map(itemOf).join(', ')
  addTo(headers, 'vary', 'Prefer')
  if (!prefersStrict(request.headers.get('prefer'))) return
  headers['preference-applied'] = 'handling=strict'
  const fields = unknown.map(({ name, meant }) => ({ pointer: pointerTo('query', [name]), problem: problemOf(meant) }))
  const [first] = unknown
  throw new ApiError('invalid_request', `${bare(first?.name ?? '')}: ${problemOf(first?.meant)}`, {}, { fields })
}

const problemOf = (meant: string | undefined): string =>
  `is not a parameter of this operation${meant === undefined ? '' : `; did you mean ${meant}?`}`

const itemOf = ({ name, meant }: UnknownParameter): string =>
  `${quoted(bare(name))}${meant === undefined ? '' : `; did-you-mean=${meant}`}`

/** A name as a URL spells it: nothing of it but characters of a token (RFC 9110, section 5.6.2). */
const bare = (name: string): string =>
  encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29').slice(0, MOST_LENGTH)

/** A token begins with a letter or an asterisk (RFC 9651, section 3.3.4); any other name is a string. */
const quoted = (name: string): string => (/^[A-Za-z*]/.test(name) ? name : `"${name}"`)
