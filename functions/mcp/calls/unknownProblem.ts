import { COMPROMISED, isSecret } from '../../../shared/text/exposedKey.ts'
import type { Args } from './Args.ts'

/** The unknown argument to report: one that may be a key, otherwise the first. */
export function unknownArgument(
  given: Args,
  known: readonly string[],
): readonly [name: string, value: unknown] | undefined {
  const unknown = Object.entries(given).filter(([name]) => !known.includes(name))
  return unknown.find(([, value]) => isSecret(value)) ?? unknown[0]
}

/** Name and fault of an unknown argument. Its value may be a key, so it is never repeated. */
export const unknownProblem = (name: string, value: unknown, fault: string): string =>
  `${shortened(name)}: ${fault}${isSecret(value) ? `. ${COMPROMISED}` : ''}`

export const shortened = (name: string): string => encodeURIComponent(name.slice(0, 64).toWellFormed())
