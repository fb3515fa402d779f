import { type UnreadReason, UNREAD } from '../../schema/context/parts.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'

/** A part of an answer that cannot be read, while the others can. */
export class NotRead extends Error {
  override readonly name = 'NotRead'
  readonly reason: UnreadReason

  constructor(reason: UnreadReason) {
    super(reason)
    this.reason = reason
  }
}

/** Why a part is not known; null for an error that fails the whole answer. */
export function reasonOf(error: unknown): UnreadReason | null {
  if (error instanceof NotRead) return error.reason
  return error instanceof ApiError && isReason(error.code) ? error.code : null
}

const isReason = (code: string): code is UnreadReason => Object.hasOwn(UNREAD, code)
