import { ApiError } from '../../../shared/errors/ApiError.ts'
import { jsonOrNothing } from '../../../shared/text/json.ts'
import { type Args, asArgs } from '../calls/Args.ts'
import { CALLABLE } from '../calls/operations.ts'
import { unknownProblem } from '../calls/unknownProblem.ts'
import { CALLS } from './definitions.ts'

/** Members that are objects or lists. Many clients of models send them as JSON text. */
const PACKED = ['args', 'fields', 'signed', 'sign', 'options']

/** Arguments with objects and lists in place of their JSON text, and without nulls, which models write for what they do not give. */
export const unpacked = (given: unknown): Args =>
  Object.fromEntries(
    Object.entries(asArgs(given)).flatMap(([name, value]) => {
      if (value === null) return []
      const inner =
        typeof value === 'string' && PACKED.includes(name) ? jsonOrNothing(new TextEncoder().encode(value)) : undefined
      return [[name, typeof inner === 'object' && inner !== null ? inner : value]]
    }),
  )

/**
 * The arguments of a tool that calls an operation, with those of the operation that are beside `args` put into it. Throws
 * invalid_request for one that the operation does not have, or that is given twice.
 */
export function withinArgs(tool: 'call_read' | 'build' | 'call_write', given: Args): Args {
  const own = Object.keys(CALLS[tool].shape)
  const beside = Object.entries(given).filter(([name]) => !own.includes(name))
  if (beside.length === 0) return given
  const operation = CALLABLE.get(String(given['operationId']))
  const args = asArgs(given['args'])
  for (const [name, value] of beside) {
    if (!operation?.args.includes(name))
      throw new ApiError(
        'invalid_request',
        unknownProblem(name, value, 'is not a known field; put the arguments of the operation into args'),
      )
    if (Object.hasOwn(args, name))
      throw new ApiError('invalid_request', `${name}: is given in args and beside it; give it once, in args`)
  }
  const members = Object.entries(given).filter(([name]) => own.includes(name))
  return { ...Object.fromEntries(members), args: { ...args, ...Object.fromEntries(beside) } }
}
