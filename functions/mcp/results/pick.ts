import { ApiError } from '../../../shared/errors/ApiError.ts'
import { namesIn } from './toResult.ts'

const MOST_FIELDS = 64

/**
 * The parts of a value that `fields` name: names of members, with dots between those of inner ones. A list stands for each
 * of its items, which may lack a member that others have.
 *
 * Throws invalid_request naming the first that the value does not have, and members that it has.
 *
 * @example
 * pick({ lock: { end: 5, amount: 1 }, votes: [{ vault: 'a', weight: 1 }] }, ['lock.end', 'votes.vault'])
 * // { lock: { end: 5 }, votes: [{ vault: 'a' }] }
 */
export function pick(value: unknown, fields: readonly string[]): unknown {
  if (fields.length > MOST_FIELDS) throw new ApiError('invalid_request', `fields: at most ${MOST_FIELDS}`)
  requireAll([value], treeOf(fields))
  return within(value, treeOf(fields))
}

type Tree = ReadonlyMap<string, readonly string[]>

/** Names of members with the fields within them; a member without any is wanted whole. */
function treeOf(fields: readonly string[]): Tree {
  const tree = new Map<string, string[]>()
  const whole = new Set(fields)
  for (const field of fields) {
    const [name = '', ...rest] = field.split('.')
    tree.set(name, whole.has(name) ? [] : [...(tree.get(name) ?? []), rest.join('.')])
  }
  return tree
}

/** Throws invalid_request for a member that none of the values has, if there are members at all. */
function requireAll(values: readonly unknown[], tree: Tree): void {
  const records = values.flatMap(itemsOf).filter(isRecord)
  if (records.length === 0) return
  for (const [name, inner] of tree) {
    const members = records.filter((one) => Object.hasOwn(one, name)).map((one) => one[name])
    if (members.length === 0)
      throw new ApiError(
        'invalid_request',
        `fields: ${name.slice(0, 64)} is not here; here are ${namesIn(new Set(records.flatMap((one) => Object.keys(one))))}`,
      )
    if (inner.length > 0) requireAll(members, treeOf(inner))
  }
}

function within(value: unknown, tree: Tree): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, tree))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    [...tree].flatMap(([name, inner]) => {
      if (!Object.hasOwn(value, name)) return []
      return [[name, inner.length === 0 ? value[name] : within(value[name], treeOf(inner))]]
    }),
  )
}

/** The items of a list, and of lists in it; anything else by itself. */
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flatMap(itemsOf) : [value])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
