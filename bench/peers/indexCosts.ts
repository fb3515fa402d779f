import { toEventSelector } from 'viem'
import { openEventChain } from './eventChain.ts'
import { startOurIndex } from './ourIndex.ts'
import { startPonder } from './startPonder.ts'

const PER_BLOCK = Number(process.argv[3] ?? 100)
const DEPOSIT = toEventSelector('Deposit(address,address,uint256,uint256)')

/** Fills our index and Ponder's from the same chain, one after the other. */
export async function indexCosts(peers: string, blocks: number) {
  const chain = await openEventChain(PER_BLOCK)
  try {
    await chain.emit(blocks)
    await chain.mine(200)
    const of = { node: chain.anvil.url, contract: chain.contract, event: DEPOSIT }
    const ours = await startOurIndex(of)
    const filled = await ours.catchUp()
    console.log(filled)
    if (filled.logs !== blocks * PER_BLOCK) throw new Error(`${filled.logs} events`)
    await chain.emit(64)
    await ours.catchUp()
    await ours.stop()
    const ponder = await startPonder(peers, 'events', of)
    console.log(ponder.seconds, ponder.rssMiB, await (await fetch(`${ponder.url}/count`)).json())
    await ponder.stop()
  } finally {
    await chain.anvil.stop()
  }
}
