import { RegistrationFile } from '../../../../schema/agents/registration.ts'
import { parseJson } from '../../../../shared/text/json.ts'

/** Deeper nesting could not be written out again. */
const MOST_DEPTH = 16

export type ParsedRegistration =
  { readonly file: RegistrationFile; readonly error: null } | { readonly file: null; readonly error: string }

/** Reads the bytes of a registration-v1 file. */
export function parseRegistration(bytes: Uint8Array): ParsedRegistration {
  let value: unknown
  try {
    value = parseJson(bytes)
  } catch {
    return { file: null, error: 'the content is not JSON in UTF-8' }
  }
  if (!isShallow(value, MOST_DEPTH))
    return { file: null, error: `the content is nested deeper than ${MOST_DEPTH} levels` }
  const parsed = RegistrationFile.safeParse(value)
  if (parsed.success) return { file: parsed.data, error: null }
  const [issue] = parsed.error.issues
  return { file: null, error: `the content is not a registration-v1 file: ${issue?.path.join('.') ?? ''} is invalid` }
}

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1)))
