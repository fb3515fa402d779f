/** A piece of code as the build has colored it (platform/site/pages/highlight.ts). */
export interface Highlighted {
  readonly language: string
  /** Its text, escaped, with spans for its colors. */
  readonly html: string
}
