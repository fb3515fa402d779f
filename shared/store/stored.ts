import { ApiError } from '../errors/ApiError.ts'

/** What a store answers. Whatever it throws is store_unavailable, and its own words go to the log alone. */
export async function stored<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    console.error('store_unavailable', error)
    throw new ApiError('store_unavailable')
  }
}
