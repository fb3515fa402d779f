import type { RichText } from '../shell/RichText.ts'

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
