/** The JSON object in a text; an empty one if it is other JSON. Throws a SyntaxError for what is no JSON. */
export function objectOf(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
