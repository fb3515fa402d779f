import { getCapabilities, sendCalls, waitForCallsStatus } from 'viem/actions'
import { getAction } from 'viem/utils'
import { notBefore } from '../createClient.ts'
import type { Sent } from './Actions.ts'
import { SendError, toError } from './errors.ts'
import { readRevert } from './readRevert.ts'
import { requireFresh } from './requireFresh.ts'
import type { Sending } from './Sending.ts'

/** Whether the wallet says that it takes the calls as one batch (EIP-5792), atomically where they must be. */
export async function takesBatches({ wallet, account, chain, built }: Sending): Promise<boolean> {
  if (account.type === 'local') return false
  const ask = getAction(wallet, getCapabilities, 'getCapabilities')
  const capabilities = await ask({ account, chainId: chain.id }).catch(() => undefined)
  const atomic = capabilities?.atomic?.status ?? 'unsupported'
  return capabilities !== undefined && (!built.calls.atomicRequired || atomic !== 'unsupported')
}

/** Sends calls as one batch, with the id that makes a wallet send it once, and waits until it is mined. */
export async function sendCallsAsBatch(sending: Sending): Promise<Omit<Sent, 'built'>> {
  const { vaults, wallet, account, chain, built, signal } = sending
  const { id, calls, capabilities, atomicRequired, version } = built.calls
  await requireFresh(sending)
  let callsId: string | undefined
  const { status, receipts = [] } = await (async () => {
    signal?.throwIfAborted()
    const request = {
      account,
      chain,
      calls: calls.map(({ to, data, value }) => ({ to, data, value: BigInt(value) })),
      forceAtomic: atomicRequired,
      version,
      ...(id === undefined ? {} : { id }),
      ...(capabilities === undefined ? {} : { capabilities }),
    }
    callsId = (await getAction(wallet, sendCalls, 'sendCalls')(request)).id
    return getAction(wallet, waitForCallsStatus, 'waitForCallsStatus')({ id: callsId })
  })().catch((error: unknown) => {
    const what = callsId === undefined ? 'were not sent' : 'were sent, and their outcome is unknown'
    throw new SendError(`The calls ${what}`, { built, hashes: [], callsId }, toError(error))
  })
  const hashes = [...new Set(receipts.map(({ transactionHash }) => transactionHash))]
  const blockNumber = receipts.reduce((newest, block) => (block.blockNumber > newest ? block.blockNumber : newest), 0n)
  const progress = { built, hashes, callsId }
  notBefore(vaults, blockNumber)
  const reverted = receipts.find((receipt) => receipt.status === 'reverted')
  if (status !== 'success' || reverted) throw await readRevert(vaults, progress, reverted?.transactionHash)
  if (blockNumber === 0n) throw new SendError('The calls were sent; the wallet names no block', progress)
  return { hashes, blockNumber, ...(callsId === undefined ? {} : { callsId }) }
}
