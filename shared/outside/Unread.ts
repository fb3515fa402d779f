import type { OutsideFailure } from './ReadOutside.ts'

/** Ends a read. The message is one fixed sentence for people. */
export class Unread extends Error {
  readonly failure: OutsideFailure

  constructor(failure: OutsideFailure, detail: string) {
    super(detail)
    this.name = 'Unread'
    this.failure = failure
  }
}
