import * as z from 'zod'
import type { Operation } from '../../schema/operation.ts'
import { canonicalJson } from '../text/json.ts'
import { ApiError } from '../errors/ApiError.ts'
import { FIELDS, knowsFields, readFields } from './fields.ts'
import { validate } from './validate.ts'

const MAX_URL = 4096

/** Whether a URL is longer than 4 KiB; it is then refused with 414 before it is parsed (RFC 9110 section 15.5.15). */
export const isTooLong = (url: string): boolean => url.length > MAX_URL

/** The validated inputs of a request by its path and query. */
export interface RequestInput {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  /**
   * The key of its answer: operation and inputs, however the URL spells or orders them. It excludes `minBlock`, which
   * requires freshness and not different data, and the chain, since there is only one.
   */
  readonly key: string
  readonly minBlock: bigint | undefined
  /** The block to answer as of; the newest if undefined. */
  readonly block: bigint | undefined
  /** Paths of the parts of the answer that are sent; undefined for all of it. The key excludes them: the whole answer is kept. */
  readonly fields: readonly string[] | undefined
}

/**
 * Validates the inputs of a URL for an operation. `params` are the percent-decoded parts of its path.
 *
 * Throws invalid_request naming the field, also if a parameter is given twice; invalid_address; unsupported_chain.
 */
export function readInput(
  operation: Operation,
  params: Record<string, string>,
  url: string,
  chainId: number,
): RequestInput {
  const { request: schemas } = operation
  const given = new URLSearchParams(queryOf(url))
  const checked = { params: validate(schemas?.params, params, 'path'), query: readQuery(operation, given) }
  const { minBlock, chain, chainId: id, ...rest } = checked.query
  const { block } = rest
  if (block !== undefined && minBlock !== undefined)
    throw new ApiError('invalid_request', 'block: cannot be given together with `minBlock`')
  const others = operation['x-chains']
  // Both spellings of the deployment's own chain are one: they share a budget.
  if (others) checked.query['chain'] = chain ?? chainId
  requireChain(chain, chainId, others)
  requireChain(id, chainId)
  return {
    ...checked,
    key: `${operation.operationId} ${canonicalJson([checked.params, rest])}`,
    minBlock: typeof minBlock === 'number' ? BigInt(minBlock) : undefined,
    block: typeof block === 'number' ? BigInt(block) : undefined,
    fields: readFields(operation, given.get(FIELDS)),
  }
}

function readQuery(operation: Operation, given: URLSearchParams): Record<string, unknown> {
  const schema: unknown = operation.request?.query
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  requireOnce(given, (name) => names.includes(name) || (name === FIELDS && knowsFields(operation)))
  // Other unknown parameters are ignored; a caller who names a past block must not get the newest one.
  if (given.has('block') && !names.includes('block')) throw new ApiError('invalid_request', NO_BLOCK)
  return validate(schema, Object.fromEntries(names.map((name) => [name, given.get(name) ?? undefined])), 'query')
}

const NO_BLOCK =
  'block: is not taken, because the answer depends on more than the state of one block: on events, stored data, another service or the time. Omit it; the OpenAPI document marks operations that take it with `x-block`'

/**
 * Throws invalid_request if a query has a parameter twice: which of the values applies is a guess, and a cache or limiter on the way
 * may guess differently. `isMeant` says which parameters matter.
 */
export function requireOnce(query: URLSearchParams, isMeant: (name: string) => boolean = () => true): void {
  const seen = new Set<string>()
  for (const name of query.keys()) {
    if (seen.has(name) && isMeant(name))
      throw new ApiError(
        'invalid_request',
        `${encodeURIComponent(name.slice(0, 64).toWellFormed())}: must be given only once`,
      )
    seen.add(name)
  }
}

/** Throws unsupported_chain if a chain is named that is not the one served, and none of the `others`. */
export function requireChain(id: unknown, chainId: number, others: readonly number[] = []): void {
  if (id === undefined || id === chainId || others.some((other) => other === id)) return
  const known = [chainId, ...others.filter((other) => other !== chainId)]
  const text =
    known.length === 1
      ? `only chain ${chainId} is served by this deployment`
      : `chain: must be one of ${known.join(', ')}`
  throw new ApiError('unsupported_chain', text)
}

/** The query of a URL, without its mark. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1).replace(/#.*/s, '')
}
