import { toEventSelector } from 'viem'
import { openEventChain } from './eventChain.ts'
import { HEAP_MIB, startOurIndex } from './ourIndex.ts'
import { startPonder } from './startPonder.ts'

const PER_BLOCK = 100
/** More empty blocks than are not yet final for Ponder, whose backfill ends before them. */
const EMPTY = 200
const REORG = 64
const EVENT = toEventSelector('Deposit(address,address,uint256,uint256)')

/**
 * Rows of a table: our index and Ponder's, filled one after the other from the same node with the same events; and what a
 * reorg of 64 blocks with events costs ours.
 */
export async function indexCosts(peers: string, blocks: number): Promise<string[][]> {
  const chain = await openEventChain()
  const of = { node: chain.url, contract: chain.contract, event: EVENT }
  const ours = await startOurIndex(of)
  const events = blocks * PER_BLOCK
  try {
    await chain.emit(blocks, PER_BLOCK)
    await chain.mine(EMPTY)
    const filled = await ours.catchUp()
    const ponder = await startPonder(peers, 'events', of)
    const counted = await fetch(`${ponder.url}/count`).then((answer) => answer.text())
    await ponder.stop()
    if (filled.logs !== events || counted !== JSON.stringify({ count: events }))
      throw new Error(`${filled.logs} and ${counted} of ${events} events are in the indexes`)

    const fork = await chain.ask('evm_snapshot')
    await chain.emit(REORG, PER_BLOCK)
    await ours.catchUp()
    await chain.ask('evm_revert', fork)
    await chain.emit(REORG + 1, PER_BLOCK + 1)
    const mended = await ours.catchUp()
    const stored = await ours.count()
    if (mended.rolledBack.length !== 1 || stored !== events + (REORG + 1) * (PER_BLOCK + 1))
      throw new Error(`${stored} events are in the index after the reorg`)

    const row = (name: string, seconds: number, memory: string, requests: string) => [
      name,
      String(events),
      seconds.toFixed(2),
      (events / seconds).toFixed(0),
      (ponder.seconds / seconds).toFixed(1),
      memory,
      requests,
    ]
    return [
      row('Ponder', ponder.seconds, `${ponder.rssMiB.toFixed(0)} (process)`, ''),
      row('ours', filled.seconds, `${filled.heapMiB.toFixed(0)} (heap; bound to ${HEAP_MIB})`, String(filled.requests)),
      [
        `ours, a reorg of ${REORG} blocks`,
        String(REORG * PER_BLOCK),
        mended.seconds.toFixed(2),
        '',
        '',
        `${mended.heapMiB.toFixed(0)} (heap)`,
        String(mended.requests),
      ],
    ]
  } finally {
    await ours.stop()
    await chain.stop()
  }
}
