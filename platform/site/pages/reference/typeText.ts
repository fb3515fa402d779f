import { asList, asObject, type Json } from '../../../json.ts'

/** Forms of texts that have a name, by their patterns. */
const FORMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^\^0x\[[a-fA-F0-9-]+\]\{40\}\$$/, 'address'],
  [/^\^0x\[[a-fA-F0-9-]+\]\{64\}\$$/, '32 bytes in hex'],
  [/^\^0x\(\[[a-fA-F0-9-]+\]\{2\}\)[*+]\$$/, 'hex'],
  [/^\^0x\(0\|\[1-9a-f\]/, 'integer in hex'],
  [/^\^\(0\|-?\??\[1-9\]\[0-9\]\{0,\d+\}\)\$$/, 'integer as text'],
  [/^\^\[1-9\]\[0-9\]\{0,\d+\}\$$/, 'integer as text'],
  [/^\^\(0\|\[1-9\]\[0-9\]\{0,\d+\}\)\(\\\.\[0-9\]/, 'decimal as text'],
  [/^\^\[0-9a-f\]\{8\}\(-/, 'UUID'],
  [/^\^eip155:/, 'CAIP-10 account'],
  [/^\^\[1-9A-HJ-NP-Za-km-z\]/, 'base58'],
]

/** Values of an enum that are written out. */
const MOST_VALUES = 8

/** The type of a value in words: `address`, `integer or null`, `"give" or "revoke"`, `address[]`. */
export function typeText(schema: Json): string {
  const choices = [...asList(schema['anyOf']), ...asList(schema['oneOf'])].map(asObject)
  if (choices.length > 0 && schema['properties'] === undefined) {
    const names = [...new Set(choices.map(typeText))]
    return names.length > 1 && names.includes('any') ? 'any' : names.join(' or ')
  }
  const values = asList(schema['enum'])
  if (values.length > 0)
    return values.length <= MOST_VALUES
      ? values.map((value) => JSON.stringify(value)).join(' or ')
      : `one of ${values.length} texts`
  const type = schema['type']
  if (type === 'array') return listOf(typeText(asObject(schema['items'])))
  if (type === 'string') return textForm(schema)
  if (typeof type === 'string') return type
  return schema['properties'] === undefined ? 'any' : 'object'
}

/** The values of an enum that `typeText` only counts. */
export function furtherValues(schema: Json): readonly unknown[] {
  const values = asList(schema['enum'])
  return values.length > MOST_VALUES ? values : []
}

const listOf = (entries: string): string => (entries.includes(' or ') ? `(${entries})[]` : `${entries}[]`)

function textForm({ pattern, format }: Json): string {
  if (format === 'date-time') return 'time (ISO 8601)'
  if (format === 'uri') return 'URI'
  if (format === 'email') return 'e-mail address'
  return nameOf(pattern) ?? 'string'
}

/** The name of the form that a pattern describes. */
export const nameOf = (pattern: unknown): string | undefined =>
  typeof pattern === 'string' ? FORMS.find(([form]) => form.test(pattern))?.[1] : undefined
