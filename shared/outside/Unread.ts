import type { OutsideFailure } from './ReadOutside.ts'

/** Ends a read. The message is one fixed sentence for people. */
export class Unread extends Error {
  readonly failure: OutsideFailure
  /** Whether this service's own resolver or gateway failed, which says nothing about the document. */
  readonly isOurs: boolean

  constructor(failure: OutsideFailure, detail: string, { isOurs = false }: { readonly isOurs?: boolean } = {}) {
    super(detail)
    this.name = 'Unread'
    this.failure = failure
    this.isOurs = isOurs
  }
}
