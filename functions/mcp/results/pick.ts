import { ApiError } from '../../../shared/errors/ApiError.ts'
import { fieldTree, type FieldTree, isRecord, MOST_FIELDS, pick as pickFields } from '../../../shared/http/fields.ts'
import { namesIn } from './toResult.ts'

/**
 * The parts of an answer that `fields` name: paths with dots (shared/http/fields.ts). An item of a list may lack a field that others have.
 *
 * Throws invalid_request naming the first that the answer does not have, and those that it has.
 */
export function pick(value: unknown, fields: readonly string[]): unknown {
  if (fields.length > MOST_FIELDS) throw new ApiError('invalid_request', `fields: at most ${MOST_FIELDS}`)
  const tree = fieldTree(fields)
  requireAll([value], tree)
  return pickFields(value, tree)
}

/** Throws invalid_request for a field that none of the values has, if there are fields at all. */
function requireAll(values: readonly unknown[], fields: FieldTree): void {
  const records = values.flatMap(itemsOf).filter(isRecord)
  if (records.length === 0) return
  for (const [name, inner] of fields) {
    const found = records.filter((one) => Object.hasOwn(one, name)).map((one) => one[name])
    if (found.length === 0)
      throw new ApiError(
        'invalid_request',
        `fields: ${name.slice(0, 64)} is not here; here are ${namesIn(new Set(records.flatMap((one) => Object.keys(one))))}`,
      )
    if (inner.size > 0) requireAll(found, inner)
  }
}

/** The items of a list, and of lists in it; anything else by itself. */
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flatMap(itemsOf) : [value])
