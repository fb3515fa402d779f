/** Part of the request that holds a field. */
export type Part = 'path' | 'query' | 'body'

/** A parameter, or a field of the body. */
export interface Field {
  /** Unique in the form, as a pointer of an error names it: `query/minBlock`. */
  readonly key: string
  readonly part: Part
  readonly name: string
  readonly isRequired: boolean
  readonly kind: 'text' | 'integer' | 'boolean' | 'choice' | 'json'
  readonly choices: readonly string[]
  /** Its type in words. */
  readonly type: string
  readonly description: string
  readonly example: string
  /** For an amount as an integer: the field that takes whole tokens in its place. */
  readonly decimal?: Field
  /** The unit of that integer. */
  readonly unit?: 'base units' | 'WAD'
}

/** An operation as its form has it. */
export interface TryOperation {
  readonly operationId: string
  readonly method: string
  /** Base path of the API on this host: `/api`. */
  readonly base: string
  readonly path: string
  /** Whether a session is needed. */
  readonly isSigned: boolean
  readonly fields: readonly Field[]
  /** `fields`: the body has a form; `whole`: it is JSON of several shapes. */
  readonly body: 'none' | 'fields' | 'whole'
  /** A body to begin with. */
  readonly example: unknown
  /** Whether an `Idempotency-Key` gives what is built an id. */
  readonly takesKey: boolean
  /** Initial values of the form, by key. */
  readonly initial: Readonly<Record<string, string>>
  /** Keys of the values in it that the link to the page brought, and that the visitor confirms before they are sent; of a read none. */
  readonly linked: readonly string[]
}
