import { ApiError } from '../errors/ApiError.ts'
import { logError } from '../log/logError.ts'

/** What a store answers. Whatever it throws is store_unavailable, and its own words go to the log alone. */
export async function stored<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    logError('warn', 'store_unavailable', error)
    throw new ApiError('store_unavailable')
  }
}
