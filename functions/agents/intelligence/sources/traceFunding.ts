import { type Address, isAddressEqual } from 'viem'
import { ProviderFailure, toProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import { sleep } from '../../../../shared/provider/retryThrottled.ts'
import type { ChainTrace, EntityLabel, FundingHop, StopReason } from '../parts.ts'
import type { FirstFunder, IsContract, LabelOf } from '../ports.ts'

export interface TraceRequest {
  readonly target: Address
  readonly chainId: number
  /** 1 to 5. */
  readonly hops: number
  readonly signal: AbortSignal
}

export interface TracePorts {
  readonly firstFunder: FirstFunder
  readonly isContract: IsContract
  /** Of a funder: a trace ends at one that somebody knows. */
  readonly labelOf: LabelOf
}

/** Between two hops, for the sake of the provider’s limits. */
const PAUSE_MS = 250
const FAULTS: readonly StopReason[] = ['api_error', 'timeout']

/**
 * Follows first funders back from a wallet on one chain. A fault ends it, with the hops that are known by then, and is never
 * reported as the end of the chain. `isPartial`: a fault, or a label that could not be looked up, so that it may have gone on
 * past a known entity. Never throws.
 */
export async function traceFunding(
  { target, chainId, hops, signal }: TraceRequest,
  { firstFunder, isContract, labelOf }: TracePorts,
): Promise<{ readonly trace: ChainTrace; readonly isPartial: boolean }> {
  const chain: FundingHop[] = []
  const visited = new Set([target.toLowerCase()])
  let isUnsure = false
  let entity: EntityLabel | null = null

  /** Why the trace ends at this account, or the funder that it goes on to. */
  async function step(
    account: Address,
    hop: number,
  ): Promise<{ readonly stop: StopReason } | { readonly next: Address }> {
    if (hop > hops) return { stop: 'max_hops' }
    if (hop > 1) await sleep(PAUSE_MS, signal)
    if ((await toProviderFailure(isContract(account, chainId, signal), signal)) === true)
      return { stop: 'contract_address' }
    const funder = await toProviderFailure(firstFunder(account, chainId, signal), signal)
    if (funder === null) return { stop: 'no_funder' }
    if (funder === 'contract') return { stop: 'contract_address' }
    const { address: next, txHash, blockNumber, timestamp } = funder
    if (isAddressEqual(next, account)) return { stop: 'self_funded' }
    if (visited.has(next.toLowerCase())) return { stop: 'cycle' }
    visited.add(next.toLowerCase())
    chain.push({ address: account, funderAddress: next, funderTxHash: txHash, blockNumber, timestamp, chainId, hop })
    const label = await toProviderFailure(labelOf(next, chainId, signal), signal)
    isUnsure ||= label.isPartial === true
    entity = label.value
    return entity === null ? { next } : { stop: 'labeled_entity' }
  }

  async function follow(): Promise<StopReason> {
    let account = target
    for (let hop = 1; ; hop++) {
      const found = await step(account, hop)
      if ('stop' in found) return found.stop
      account = found.next
    }
  }

  const stopReason = await follow().catch((error: unknown): StopReason => {
    const isLate = signal.aborted || (error instanceof ProviderFailure && error.kind === 'timeout')
    return isLate ? 'timeout' : 'api_error'
  })
  const isFault = FAULTS.includes(stopReason)
  const complete = !isFault && stopReason !== 'max_hops'
  return {
    trace: { chainId, chain, complete, requestedHops: hops, stopReason, entity },
    isPartial: isFault || isUnsure,
  }
}
