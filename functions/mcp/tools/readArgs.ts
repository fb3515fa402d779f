import { ApiError } from '../../../shared/errors/ApiError.ts'
import { jsonOrNothing } from '../../../shared/text/json.ts'
import { type Args, asArgs, isArgs } from '../calls/Args.ts'
import { unknownArgument, unknownProblem } from '../calls/unknownProblem.ts'
import { CALLS } from './definitions.ts'
import { operationOf } from './findOperation.ts'

/** Members that are objects or lists. Many clients of models send them as JSON text. */
const PACKED = ['args', 'fields', 'reads', 'signed', 'sign', 'options']

/**
 * Arguments with their JSON text parsed, and without nulls, which models write for arguments that they omit. A nullable argument keeps
 * its null.
 */
export const unpacked = (given: unknown, nullable: readonly string[] = []): Args =>
  Object.fromEntries(
    Object.entries(asArgs(given)).flatMap(([name, value]) => {
      if (value === null && !nullable.includes(name)) return []
      const inner =
        typeof value === 'string' && PACKED.includes(name) ? jsonOrNothing(new TextEncoder().encode(value)) : undefined
      return [[name, typeof inner === 'object' && inner !== null ? inner : value]]
    }),
  )

/**
 * Moves arguments of the operation that are beside `args` into it. An `args` that is not an object stays, for the tool to refuse.
 *
 * Throws invalid_request for an argument that the operation does not have, or that is given twice.
 */
export function withinArgs(tool: 'call_read' | 'build' | 'call_write', given: Args): Args {
  const own = Object.keys(CALLS[tool].shape)
  const beside = Object.fromEntries(Object.entries(given).filter(([name]) => !own.includes(name)))
  const { args = {} } = given
  if (Object.keys(beside).length === 0 || !isArgs(args)) return given
  const unknown = unknownArgument(beside, operationOf(given['operationId'])?.args ?? [])
  if (unknown)
    throw new ApiError(
      'invalid_request',
      unknownProblem(...unknown, 'is not a known field; put the arguments of the operation into args'),
    )
  const twice = Object.keys(beside).find((name) => Object.hasOwn(args, name))
  if (twice !== undefined)
    throw new ApiError('invalid_request', `${twice}: is given in args and beside it; give it once, in args`)
  const members = Object.entries(given).filter(([name]) => own.includes(name))
  return { ...Object.fromEntries(members), args: { ...args, ...beside } }
}
