import { canonicalJson } from '../../../../shared/text/json.ts'

/** Whether two documents are equal but for the order of their keys and for `updatedAt`, which only tells a time. */
export function sameDocument(one: object, other: object): boolean {
  try {
    return timeless(one) === timeless(other)
  } catch {
    // What has no canonical form cannot be what this service made.
    return false
  }
}

const timeless = (document: object): string => canonicalJson({ ...document, updatedAt: undefined })
