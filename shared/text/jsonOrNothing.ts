import { parseJson } from './parseJson.ts'

/** The value of a JSON text in UTF-8; undefined for what is none. */
export function jsonOrNothing(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch {
    return undefined
  }
}
