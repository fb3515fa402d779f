import type { ServerResponse } from 'node:http'

/** A document as a site serves it. */
export interface Document {
  /** 200 when absent. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Writes an answer in its own way and time. */
export type Behaviour = (response: ServerResponse, url: URL) => void

export type Page = Document | Behaviour

/** A JSON document. */
export const jsonPage = (value: unknown): Document => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
