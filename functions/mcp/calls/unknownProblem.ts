import { COMPROMISED, isSecret } from '../../../shared/text/exposedKey.ts'

/** Name and fault of an unknown argument. Its value is not repeated: it may be a key, which the words say. */
export const unknownProblem = (name: string, value: unknown, fault: string): string =>
  `${shortened(name)}: ${fault}${isSecret(value) ? `. ${COMPROMISED}` : ''}`

export const shortened = (name: string): string => encodeURIComponent(name.slice(0, 64).toWellFormed())
