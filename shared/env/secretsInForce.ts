/**
 * The secrets in force for one purpose, newest first: the current one and, during a rotation, the previous one. Empty
 * when no valid secret is configured; the routes that need one then answer 503.
 */
export const secretsInForce = (...candidates: readonly (string | null | undefined)[]): string[] =>
  candidates.filter((secret): secret is string => typeof secret === 'string')
