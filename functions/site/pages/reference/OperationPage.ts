import type { Highlighted, RichText } from '../shell/RichText.ts'

export type OperationKind = 'read' | 'build' | 'write'

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
  /** Needs from its deployment, and its answers without them. */
  readonly needs: readonly { readonly name: string; readonly kind: string; readonly without: RichText }[]
  /** The form that calls it; absent if its page does not. */
  readonly room: TryRoom | undefined
}

/** A parameter, or a member of a body or of an answer. */
export interface Field {
  readonly name: string
  /** Its type in words: `address`, `integer as text`, `string[]`. */
  readonly type: string
  readonly isRequired: boolean
  readonly description: RichText
  /** Its bounds and its default, each a phrase: `1 to 100`, `default 20`. */
  readonly bounds: readonly string[]
  readonly inner: Shape
}

/** The members of an object, or of the entries of a list. */
export interface Shape {
  readonly fields: readonly Field[]
  /** Forms of a value that may be one of several objects. */
  readonly forms: readonly { readonly title: string; readonly shape: Shape }[]
}

/** The room of a form, before the form is there. */
export interface TryRoom {
  /** Fields that the form begins with, for the height that is kept free. */
  readonly rows: number
  /** Whether a wallet signs in first. */
  readonly isSigned: boolean
}
