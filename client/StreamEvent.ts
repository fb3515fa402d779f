/**
 * An event of the assistant. Others may come: ignore them. `error` stands in the place of `done`, and has a code of `x-stream-errors`.
 */
export type StreamEvent =
  | { readonly event: 'open'; readonly data: { readonly correlationId: string } }
  | {
      readonly event: 'meta'
      readonly data: {
        readonly model: string
        /** The newest block; null if it could not be read. */
        readonly block: { readonly chainId: number; readonly number: string; readonly timestamp: number } | null
      }
    }
  | {
      readonly event: 'tool'
      readonly data: { readonly operationId: string; readonly path: string; readonly code: string | null }
    }
  | { readonly event: 'delta'; readonly data: { readonly text: string } }
  | { readonly event: 'done'; readonly data: { readonly text: string; readonly truncated: boolean } }
  | { readonly event: 'error'; readonly data: { readonly code: string; readonly message: string } }
  | { readonly event: 'close'; readonly data: { readonly ok: boolean } }
