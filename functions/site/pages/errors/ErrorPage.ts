import type { Highlighted, RichText } from '../shell/RichText.ts'

export interface AnsweringOperation {
  readonly operationId: string
  readonly href: string
  readonly summary: string
}

/** Content of the page of a code, which is an error's, an issue's, or both. Texts may have code in backticks. */
export interface ErrorPage {
  readonly code: string
  readonly error: ErrorContent | undefined
  readonly issue: IssueFix | undefined
}

/** Facts about an error code. */
export interface ErrorContent {
  readonly title: string
  readonly status: number
  /** Whether the sender of the request can correct it. */
  readonly isOwn: boolean
  readonly fault: string
  readonly retry: string
  readonly isOutage: boolean
  readonly cause: string
  readonly fix: string
  /** The body of the answer, and the same as problem details. */
  readonly body: Highlighted
  readonly problem: Highlighted
  readonly answering:
    | { readonly sentence: string }
    | {
        readonly families: readonly { readonly family: string; readonly operations: readonly AnsweringOperation[] }[]
      }
}

/** The entry of an issue. Fields of answers may have code in backticks. */
export interface IssueFix {
  readonly cause: string
  readonly fix: RichText
  readonly fields: readonly string[]
}

/** A section of the list of errors and issues. */
export interface ErrorSection {
  readonly title: string
  readonly errors: readonly {
    readonly code: string
    readonly href: string
    readonly status: number
    readonly title: string
    /** Whether the same request may succeed later, in words. */
    readonly retry: string
  }[]
}
