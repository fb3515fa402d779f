import type { ErrorCode } from '../errors.ts'

/** What documents say about a code: its cause, in one or two sentences, and what the caller must do. */
export interface ErrorHelp {
  /** A noun phrase, where the words of the code are not one (schema/titleOf.ts). */
  readonly title?: string
  readonly cause: string
  readonly fix: string
}

/** The help of some codes. */
export type ErrorGuide = Readonly<Partial<Record<ErrorCode, ErrorHelp>>>
