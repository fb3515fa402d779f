import type { ErrorCode } from '../../../../schema/errors.ts'
import { ApiError } from '../../../../shared/errors/ApiError.ts'
import { logError } from '../../../../shared/log/logError.ts'

/** A part of an answer: its value, or the code of what failed. */
export type Settled<T> = { readonly value: T; readonly code: null } | { readonly value: null; readonly code: ErrorCode }

/** Waits for a part that an answer can do without. */
export const settle = <T>(part: Promise<T>): Promise<Settled<T>> =>
  part.then(
    (value) => ({ value, code: null }),
    (error: unknown) => {
      if (!(error instanceof ApiError)) logError('error', 'profile_part_failed', error)
      return { value: null, code: error instanceof ApiError ? error.code : 'internal_error' }
    },
  )
