import type { Address } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { ApiError } from '../../errors/ApiError.ts'
import { registryAbi } from './protocolAbis.ts'

/** The error of a configured registry whose contract does not answer as one. */
export const notARegistry = (address: Address): ApiError =>
  new ApiError('role_not_configured', `registry ${address} does not answer as a registry`)

/**
 * Explains an index that has no list: throws role_not_configured if the registry has no address or does not answer as one,
 * and what `chain.read` throws. One upstream request.
 */
export async function requireRegistry(chain: Pick<Chain, 'role' | 'read'>): Promise<void> {
  const registry = chain.role('registry')
  const { value } = await chain.read(({ at }) => ({ count: at(registry, registryAbi)('getTokenCount') }))
  if (value.count === null) throw notARegistry(registry)
}
