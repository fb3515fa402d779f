import type { ErrorCode } from '../errors.ts'

/** What documents say of a code: what causes it, in one sentence, and what the caller is to change. */
export interface ErrorHelp {
  readonly cause: string
  readonly fix: string
}

/** The help of some codes. */
export type ErrorGuide = Readonly<Partial<Record<ErrorCode, ErrorHelp>>>
