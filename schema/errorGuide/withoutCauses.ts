import type { ErrorEntry } from './ErrorEntry.ts'
import { CATALOGUE, type ErrorCode } from './sections.ts'

/** The catalogue as Workers have it: documents alone state causes. */
export const withoutCauses: Readonly<Record<ErrorCode, Omit<ErrorEntry, 'cause'>>> = Object.assign(
  {},
  ...Object.entries(CATALOGUE).map(([code, entry]) => ({ [code]: { ...entry, cause: undefined } })),
)
