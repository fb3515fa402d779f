import type { TryRoom } from './TryRoom.ts'
import type { Highlighted } from '../shell/Highlighted.ts'
import type { RichText } from '../shell/RichText.ts'
import type { Field, Shape } from './Field.ts'

/** What an operation does for its caller. */
export type OperationKind = 'read' | 'build' | 'write'

/** An operation in a list. */
export interface OperationLink {
  readonly operationId: string
  readonly href: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly kind: OperationKind
  /** In a few words; empty if it needs none. */
  readonly credential: string
  readonly isDeprecated: boolean
}

/** Something to know before a call: its credential, its limits, its freshness. */
export interface Fact {
  readonly term: string
  readonly text: RichText
  /** Where to read more. */
  readonly href?: string
}

/** Languages of the samples, in their order. */
export const LANGUAGES = ['curl', 'typescript', 'viem', 'python', 'mcp'] as const
export type Language = (typeof LANGUAGES)[number]

/** The example call as a program. */
export interface Sample {
  readonly language: Language
  readonly note: RichText
  readonly code: Highlighted
}

export interface OperationError {
  readonly code: string
  readonly href: string
  readonly status: number
  readonly fix: RichText
}

/** What the page of an operation shows. */
export interface OperationPage extends OperationLink {
  readonly family: { readonly title: string; readonly href: string }
  readonly description: RichText
  readonly warning?: RichText
  /** Path of its piece of the OpenAPI document. */
  readonly specUrl: string
  readonly facts: readonly Fact[]
  readonly samples: readonly Sample[]
  readonly parameters: readonly Field[]
  readonly body?: {
    /** Its bound, and which fields exclude or replace each other. */
    readonly rules: readonly RichText[]
    readonly description: RichText
    readonly shape: Shape
  }
  /** Absent if it answers with errors alone. */
  readonly answer?: {
    readonly about: RichText
    readonly types: readonly string[]
    readonly example?: { readonly code: Highlighted; readonly lines: number }
    readonly shape: Shape
  }
  /** Errors that few operations have, and those that most have. */
  readonly errors: { readonly own: readonly OperationError[]; readonly common: readonly OperationError[] }
  /** What it needs from its deployment, and what it answers without it. */
  readonly needs: readonly { readonly name: string; readonly kind: string; readonly without: RichText }[]
  /** The form that calls it; absent if its page does not. */
  readonly room: TryRoom | undefined
}
