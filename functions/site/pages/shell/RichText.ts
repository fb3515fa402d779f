/** A part of a sentence: text, code, or a link to another page. */
export type TextPart = string | { readonly code: string; readonly href?: string }

/** A sentence of the contract, whose names are links to their pages. */
export type RichText = readonly TextPart[]

/** A piece of code as the build has colored it (platform/site/pages/highlight.ts). */
export interface Highlighted {
  readonly language: string
  /** Its text, escaped, with spans for its colors. */
  readonly html: string
}
