import { asItems, asJson, asText } from '../json.ts'
import { type Provider, walletFault } from '../wallet/Wallet.ts'
import type { Built } from './Built.ts'
import { isExpired } from './isExpired.ts'
import { pause } from './pause.ts'

const LOOK_MS = 1000

/** How far the sending is. */
export interface Progress {
  readonly text: string
  /** Transactions so far, in order. */
  readonly hashes: readonly string[]
}

export interface Sending {
  readonly provider: Provider
  readonly built: Built
  /** Ends the waiting and all unsent calls; calls that the wallet has sent stay sent. */
  readonly signal: AbortSignal
  report(progress: Progress): void
}

/** Sending ended before the last call was mined. Sent transactions are in the progress. */
export class SendFault extends Error {}

/** Sends the calls: as one batch if the wallet takes it (EIP-5792), else one by one, each mined before the next. Throws SendFault. */
export async function sendBuilt(sending: Sending): Promise<void> {
  await ((await takesBatch(sending)) ? sendBatch : sendInOrder)(sending)
}

const hexOf = (chainId: number): string => `0x${chainId.toString(16)}`

async function takesBatch({ provider, built: { from, chainId, isAtomic } }: Sending): Promise<boolean> {
  const params = [from, [hexOf(chainId)]]
  const all = asJson(await provider.request({ method: 'wallet_getCapabilities', params }).catch(() => undefined))
  const capabilities = all[hexOf(chainId)] ?? all['0x0']
  const atomic = asText(asJson(asJson(capabilities)['atomic'])['status'])
  return capabilities !== undefined && (!isAtomic || ['ready', 'supported'].includes(atomic))
}

/** Throws SendFault if it expired, or the wallet went elsewhere, while the visitor thought about it. */
async function requireSame({ provider, built, signal }: Sending): Promise<void> {
  const [account] = asItems(await provider.request({ method: 'eth_accounts' }).catch(() => []))
  if (asText(account).toLowerCase() !== built.from.toLowerCase())
    throw new SendFault('The wallet is on another account, so this call was not sent. Sign in again.')
  if (Number(await provider.request({ method: 'eth_chainId' }).catch(() => 0)) !== built.chainId)
    throw new SendFault('The wallet is on another chain, so this call was not sent. Build it again.')
  if (await isExpired(provider, built)) throw new SendFault('It expired before this call. Build it again.')
  if (signal.aborted) throw new SendFault('It was stopped before this call.')
}

async function sendBatch(sending: Sending): Promise<void> {
  const { provider, built, signal, report } = sending
  await requireSame(sending)
  report({ text: 'Confirm the batch in the wallet.', hashes: [] })
  const sent = await provider.request({ method: 'wallet_sendCalls', params: [built.batch] }).catch((error: unknown) => {
    throw new SendFault(`Nothing was sent. ${walletFault(error)}`)
  })
  const id = asText(asJson(sent)['id']) || asText(sent)
  let hashes: string[] = []
  report({ text: 'Sent as one batch. Waiting for its block.', hashes })
  for (;;) {
    const batch = asJson(
      await provider.request({ method: 'wallet_getCallsStatus', params: [id] }).catch(() => undefined),
    )
    const status = Number(batch['status'] ?? 100)
    hashes = [...new Set(asItems(batch['receipts']).map((one) => asText(asJson(one)['transactionHash'])))]
    if (status >= 400) {
      report({ text: '', hashes })
      throw new SendFault(
        status < 500
          ? 'The wallet dropped the batch before it reached the chain.'
          : 'The batch reverted: it spent gas and changed nothing.',
      )
    }
    if (status >= 200) return report({ text: 'Mined.', hashes })
    await pause(LOOK_MS, signal, () => new SendFault('The batch was sent, and its outcome is not known yet.'))
  }
}

async function sendInOrder(sending: Sending): Promise<void> {
  const { provider, built, signal, report } = sending
  const { calls, from, chainId } = built
  const hashes: string[] = []
  for (const [index, { to, data, value }] of calls.entries()) {
    const which = calls.length === 1 ? 'the transaction' : `call ${index + 1} of ${calls.length}`
    await requireSame(sending)
    report({ text: `Confirm ${which} in the wallet.`, hashes: [...hashes] })
    const hash = await provider
      .request({ method: 'eth_sendTransaction', params: [{ from, to, data, value, chainId: hexOf(chainId) }] })
      .catch((error: unknown) => {
        const sent =
          hashes.length === 0 ? 'Nothing was sent.' : `Call ${index + 1} was not sent; the calls before it are mined.`
        throw new SendFault(`${sent} ${walletFault(error)}`)
      })
    hashes.push(asText(hash))
    report({ text: `Sent ${which}. Waiting for its block.`, hashes: [...hashes] })
    if ((await receiptOf(asText(hash), provider, signal)) !== '0x1')
      throw new SendFault(`The transaction of ${which} reverted: it spent gas and changed nothing.`)
  }
  report({ text: 'Mined.', hashes })
}

/** The status of a transaction once it is in a block. */
async function receiptOf(hash: string, provider: Provider, signal: AbortSignal): Promise<string> {
  for (;;) {
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] }).catch(() => null)
    const { status } = asJson(receipt)
    if (status !== undefined) return asText(status)
    await pause(LOOK_MS, signal, () => new SendFault('The transaction was sent, and its outcome is not known yet.'))
  }
}
