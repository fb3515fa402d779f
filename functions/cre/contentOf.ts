import { ApiError } from '../../shared/errors/ApiError.ts'
import { canonicalJson } from '../../shared/text/json.ts'

/** RFC 8785 text of a field: equal content gives equal text. Throws invalid_request if the content has no such text. */
export function contentOf(field: string, value: unknown): string {
  try {
    return canonicalJson(value)
  } catch {
    throw new ApiError(
      'invalid_request',
      `${field}: has no canonical form (RFC 8785), because a number is out of range or a string is not valid Unicode`,
    )
  }
}
