/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const asJson = (value: unknown): Json => (isJson(value) ? value : {})
export const asItems = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
/** A text; of anything else, the empty one. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
/** A description of the API without the marks of code. */
export const plain = (text: string): string => text.replaceAll('`', '')
