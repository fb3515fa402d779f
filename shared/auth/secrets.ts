/** Shorter secrets count as absent. */
const MIN_SECRET_LENGTH = 32

/**
 * The secrets in force for one purpose, newest first: the current one and, during a rotation, the previous one. Empty when
 * nothing fit is configured; the routes that need it then answer 503.
 */
export const secretsInForce = (...candidates: readonly (string | undefined)[]): string[] =>
  candidates.filter((secret): secret is string => secret !== undefined && secret.length >= MIN_SECRET_LENGTH)
