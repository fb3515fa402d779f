import { ApiError } from '../../../shared/errors/ApiError.ts'
import { namesIn } from './namesIn.ts'

const MOST_FIELDS = 64

/**
 * The parts of a value that `fields` name: names of members, with dots between those of inner ones. A list stands for each
 * of its items.
 *
 * Throws invalid_request naming the first that the value does not have, and members that it has.
 *
 * @example
 * pick({ lock: { end: 5, amount: 1 }, votes: [{ vault: 'a', weight: 1 }] }, ['lock.end', 'votes.vault'])
 * // { lock: { end: 5 }, votes: [{ vault: 'a' }] }
 */
export function pick(value: unknown, fields: readonly string[]): unknown {
  if (fields.length > MOST_FIELDS) throw new ApiError('invalid_request', `fields: at most ${MOST_FIELDS}`)
  const tree = new Map<string, string[]>()
  const whole = new Set(fields)
  for (const field of fields) {
    const [name = '', ...rest] = field.split('.')
    tree.set(name, whole.has(name) ? [] : [...(tree.get(name) ?? []), rest.join('.')])
  }
  return within(value, tree)
}

function within(value: unknown, tree: ReadonlyMap<string, readonly string[]>): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, tree))
  if (typeof value !== 'object' || value === null) return value
  const members = new Map(Object.entries(value))
  return Object.fromEntries(
    [...tree].map(([name, inner]) => {
      if (!members.has(name))
        throw new ApiError(
          'invalid_request',
          `fields: ${name.slice(0, 64)} is not here; here are ${namesIn(members.keys())}`,
        )
      const member = members.get(name)
      return [name, inner.length === 0 ? member : pick(member, inner)]
    }),
  )
}
