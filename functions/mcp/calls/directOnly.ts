import { ApiError } from '../../../shared/errors/ApiError.ts'
import { MOST_DEPTH } from './Args.ts'

/** Field of builders that a person sets, in a direct request or on the page: one sentence that a model reads could make it set this. */
export const DIRECT_ONLY = 'allowUnproven'

/** Throws invalid_request if arguments have that field, at any level that arguments may have. */
export function refuseDirectOnly(value: unknown, levels = MOST_DEPTH): void {
  if (typeof value !== 'object' || value === null || levels < 0) return
  if (Object.hasOwn(value, DIRECT_ONLY))
    throw new ApiError(
      'invalid_request',
      `${DIRECT_ONLY}: exists only in direct HTTP requests and on the page of the operation, where a person decides; a model can be talked into it. Omit it`,
    )
  for (const one of Object.values(value)) refuseDirectOnly(one, levels - 1)
}

/** Reviver of JSON that leaves the field out of what tools show. */
export const withoutDirectOnly = (name: string, value: unknown): unknown => (name === DIRECT_ONLY ? undefined : value)
