import { ApiError } from '../errors/ApiError.ts'
import { logError } from '../log/logError.ts'
import { requestScope } from '../log/requestScope.ts'
import { timed } from '../log/Time.ts'

/** The result of a store operation. Any exception becomes store_unavailable, and its message goes only to the log. */
export async function stored<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await timed(requestScope.getStore()?.store, ask)
  } catch (error) {
    logError('warn', 'store_unavailable', error)
    throw new ApiError('store_unavailable')
  }
}
