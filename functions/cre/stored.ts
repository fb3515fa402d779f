import { ApiError } from '../../shared/http/ApiError.ts'

/** The outcome of work on the store; a failure is store_unavailable, after which the same request may come again. */
export const stored = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    console.error('store_unavailable', error)
    throw new ApiError('store_unavailable')
  })
