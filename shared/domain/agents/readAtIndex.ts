import { ERRORS } from '../../../schema/errors.ts'
import type { AsOf } from '../../chain/chain.ts'
import { ApiError } from '../../errors/ApiError.ts'
import type { IndexStanding } from '../../store/indexStandings.ts'
import { ifReadable, reachFeedback, type FeedbackReader } from './feedbackIndexOf.ts'

/**
 * An answer that takes both the registries and the index of their events, at one block: the one that the index has come
 * to. `read` gets how far that is, or undefined to read without the index, at the newest block, if it cannot be used.
 *
 * What is not there at that block may be newer than the index, which then has to come to it before there is an answer.
 *
 * Throws behind_requested_block, feedback_index_unavailable for what the index has yet to see, and what `read` throws.
 */
export async function readAtIndex<T extends { readonly asOf: AsOf }>(
  reader: FeedbackReader,
  minBlock: number,
  read: (at: IndexStanding | undefined) => Promise<T>,
): Promise<T> {
  const at = await ifReadable(reachFeedback(reader, minBlock))
  if (!at) return read(undefined)
  try {
    return await read(at)
  } catch (error) {
    if (!(error instanceof ApiError) || ERRORS[error.code].status !== 404) throw error
    const { asOf } = await read(undefined)
    const later = await reachFeedback(reader, Number(asOf.blockNumber)).catch(() => null)
    if (!later) throw new ApiError('feedback_index_unavailable')
    return read(later)
  }
}
