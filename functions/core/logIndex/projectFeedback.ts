import type { Address } from 'viem'
import { DATA_CHARACTERS, readFeedbackEvents } from './feedbackEvents.ts'
import type { Store } from '../store/createStore.ts'
import { EMPTYING } from '../store/feedbackProjection.ts'
import { REPUTATION } from '../../../shared/store/streams.ts'
import { lower } from '../../../shared/text/address.ts'

/** Logs of one batch, and batches of one run; the next run continues. */
const BATCH = 300
const BATCHES = 20

/**
 * Brings the projection of a reputation registry's feedback up to where its stream is indexed: bounded, incremental, and
 * safe when run twice at once or while a reorg is taken back. Where the stream has started over, so does the projection.
 */
export async function projectFeedback(store: Store, chain: number, registry: Address): Promise<void> {
  for (let i = 0; i < BATCHES; i++) if (!(await projectSome(store, chain, registry))) return
}

/** One batch; whether there is more to do. */
async function projectSome(store: Store, chain: number, registry: Address): Promise<boolean> {
  const [state, projection] = await Promise.all([
    store.logIndex.read(chain),
    store.feedbackProjection.open(chain, registry),
  ])
  const reached = state.cohorts.find(
    ({ stream, addresses }) => stream === REPUTATION && addresses.includes(lower(registry)),
  )
  if (!reached?.checkpoint) return false
  const { nextBlock, nextLog, isWhole, block } = projection
  if (nextBlock === EMPTYING || nextBlock > reached.nextBlock)
    return store.feedbackProjection.restart(projection, state)
  const last = reached.nextBlock - 1
  if (isWhole && block === last) return false
  const range = {
    from: { blockNumber: nextBlock, logIndex: nextLog },
    last,
    limit: BATCH,
    dataCharacters: DATA_CHARACTERS,
  }
  const logs = await store.logs.following(chain, REPUTATION, registry, range)
  const end = logs.length === BATCH ? logs.at(-1) : undefined
  const next = end
    ? { blockNumber: end.blockNumber, logIndex: end.logIndex + 1 }
    : { blockNumber: reached.nextBlock, logIndex: 0 }
  const whole = end ? null : { number: last, time: reached.checkpoint.time }
  return (
    (await store.feedbackProjection.advance(projection, state, readFeedbackEvents(logs), { next, whole })) &&
    end !== undefined
  )
}
