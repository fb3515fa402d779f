import { ApiError } from '../errors/ApiError.ts'
import { logError } from '../log/logError.ts'
import { requestScope } from '../log/requestScope.ts'
import { timed } from '../log/Time.ts'
import { KeyTaken } from './keepAnswer.ts'

/**
 * The result of a store operation. Any exception but KeyTaken becomes store_unavailable, and its message goes only to the log.
 */
export async function stored<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await timed(requestScope.getStore()?.store, ask)
  } catch (error) {
    if (error instanceof KeyTaken) throw error
    logError('warn', 'store_unavailable', error)
    throw new ApiError('store_unavailable')
  }
}
