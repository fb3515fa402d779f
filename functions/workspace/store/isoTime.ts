/** Unix seconds as ISO 8601 in UTC. */
export const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The same, with null for no time. */
export const isoTimeOrNull = (seconds: number | null): string | null => (seconds === null ? null : isoTime(seconds))
