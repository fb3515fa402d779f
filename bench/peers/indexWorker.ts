import type { Address, Hex } from 'viem'
import { SYNC_BOUNDS } from '../../functions/core/logIndex/LogStream.ts'
import { syncLogs } from '../../functions/core/logIndex/syncLogs.ts'
import { createStore } from '../../functions/core/store/createStore.ts'
import { createRpc, type Rpc } from '../../shared/chain/rpc.ts'

interface Env {
  readonly DB: D1Database
  readonly NODE: string
  readonly CONTRACT: Address
  readonly EVENT: Hex
}

let rpc: Rpc | undefined

/** One run of the log index, with the bounds of the schedule, for each request. */
export default {
  async fetch(_request: Request, { DB, NODE, CONTRACT, EVENT }: Env): Promise<Response> {
    rpc ??= createRpc({ urls: [NODE] })
    const streams = [{ name: 'vaults', addresses: [CONTRACT], events: [EVENT], fromBlock: 1, hourly: true }]
    const index = createStore(DB).logIndex
    const started = Date.now()
    const report = await syncLogs({ rpc, index, chainId: 31337, streams, clock: Date.now, bounds: SYNC_BOUNDS })
    return Response.json({ ...report, ms: Date.now() - started })
  },
}
