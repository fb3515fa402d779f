import { toFunctionSelector, type Address } from 'viem'
import { amoeEntryAbi } from '../../../shared/domain/lottery/amoeEntryAbi.ts'
import { registryAbi } from '../../../shared/domain/vault/protocolAbis.ts'
import { createSimulator } from '../../../shared/calldata/createSimulator.ts'
import type { Step } from '../../../shared/calldata/encodeStep.ts'
import { createCodeReader } from '../../../shared/chain/createCodeReader.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Context } from '../../../shared/http/handler.ts'

/** An entry that is to be debited, and its call of the router. */
export interface EntryCall {
  readonly buyer: Address
  readonly creatorCoin: Address
  readonly step: Step
}

/**
 * Throws entry_refused and role_not_configured if the entry cannot be made, and the error of the outage if that cannot
 * be determined.
 */
export type EntryCheck = (call: EntryCall) => Promise<void>

const submit = () => toFunctionSelector(amoeEntryAbi[0])

/**
 * Checks that a router accepts an entry before it is paid: the coin is in the registry, the router's code has the
 * function (a fallback that accepts anything is not enough), and this very call succeeds when simulated. Two upstream
 * requests.
 */
export function createEntryCheck({ chain, now, memory }: Pick<Context, 'chain' | 'now' | 'memory'>): EntryCheck {
  const read = createCodeReader(chain, () => [submit()], { now, memory })
  const simulate = createSimulator(chain, now)
  return async ({ buyer, creatorCoin, step }) => {
    const registry = chain.role('registry')
    const { value, asOf, selectors } = await read(step.to, ({ at }) => ({
      vault: at(registry, registryAbi)('getVaultForToken', [creatorCoin]),
    }))
    if (knownAddress(value.vault) === null)
      throw new ApiError('entry_refused', `creatorCoin: ${creatorCoin} is not registered; no credits were debited`)
    if (selectors === null) throw new ApiError('upstream_failed')
    if (selectors === 'no code' || !selectors.has(submit()))
      throw new ApiError(
        'role_not_configured',
        `amoeRouter ${step.to} does not accept attested entries; no credits were debited`,
      )
    const { status, error } = await simulate({ from: buyer, steps: [step], blockNumber: asOf.blockNumber })
    if (status === 'unavailable') throw new ApiError('upstream_failed')
    if (status === 'revert')
      throw new ApiError('entry_refused', `the router rejects the entry: ${error?.message}; no credits were debited`)
  }
}
