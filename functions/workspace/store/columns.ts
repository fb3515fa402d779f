/** Unix seconds as ISO 8601 in UTC. */
export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The same, with null for no time. */
export const isoTimeOrNull = (seconds: number | null): string | null => (seconds === null ? null : isoTime(seconds))

/** The JSON object in a text; an empty one if it is other JSON. Throws a SyntaxError for what is no JSON. */
export function objectOf(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
