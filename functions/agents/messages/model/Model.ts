/** A call of a tool, as the model asks for it: nothing in it is to be trusted. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** Supposed to be the JSON of an object. */
  readonly arguments: string
}

/** A turn of the conversation so far. */
export type Turn =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string }

/** A function that the model may ask to be called. */
export interface Tool {
  /** 1 to 64 of the characters A-Z a-z 0-9 _ -. */
  readonly name: string
  readonly description: string
  /** JSON Schema of the object of its arguments. */
  readonly parameters: object
}

export interface Question {
  readonly turns: readonly Turn[]
  readonly tools: readonly Tool[]
  /** Whether it may call tools in this answer; they are named all the same, since earlier turns may have called them. */
  readonly mayCall: boolean
  /** When it fires, the request to the provider ends. */
  readonly signal: AbortSignal
}

/** A part of an answer: text as it comes, and at the end how it ended, with the calls that it asks for. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'end'; readonly calls: readonly ToolCall[]; readonly truncated: boolean }

export interface Model {
  readonly name: string
  /** Its answer while it is made; the last part is the end. Throws ProviderFailure. */
  answer(question: Question): AsyncGenerator<Part, void>
}
