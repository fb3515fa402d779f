import type { ErrorCode } from '../errors.ts'

/** What documents say about a code: its cause, in one sentence, and what the caller must change. */
export interface ErrorHelp {
  readonly cause: string
  readonly fix: string
}

/** The help of some codes. */
export type ErrorGuide = Readonly<Partial<Record<ErrorCode, ErrorHelp>>>
