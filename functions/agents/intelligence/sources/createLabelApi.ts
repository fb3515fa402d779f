import { isAddressEqual, type Address } from 'viem'
import * as z from 'zod'
import { plainText } from '../../../../shared/text/plainText.ts'
import { askJsonOrNull } from '../../../../shared/provider/askService.ts'
import { address } from '../../../../shared/provider/portfolio/Portfolio.ts'
import { type EntityLabel } from '../parts.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'

const NAME_LIMIT = 64
const NAMES: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimism',
  137: 'polygon',
  8453: 'base',
  42161: 'arbitrum_one',
}

const Intelligence = z.object({
  address,
  arkhamEntity: z.object({ name: z.string().nullish(), type: z.string().nullish() }).nullish(),
  arkhamLabel: z.object({ name: z.string().nullish() }).nullish(),
})

/**
 * A provider of entity labels: `GET /intelligence/address/{address}?chain=` with its key as `API-Key`. Null for an address
 * that it does not know. Throws ProviderFailure.
 */
export const createLabelApi =
  (apiUrl: string, key: string) =>
  async (account: Address, chainId: number, signal: AbortSignal): Promise<EntityLabel | null> => {
    const path = `/intelligence/address/${account}?chain=${NAMES[chainId] ?? ''}`
    const headers = { 'api-key': key }
    const answer = await askJsonOrNull(
      { provider: 'labelProvider', url: apiUrl, path, headers, signal, isRepeatable: true },
      Intelligence,
    )
    if (answer === null) return null
    const { address: labelled, arkhamEntity: entity, arkhamLabel: label } = answer
    if (!isAddressEqual(labelled, account))
      throw new ProviderFailure('failed', 'the label provider returned another address')
    const [whose, which] = [entity?.name, label?.name].map((text) => plainText(text ?? '', NAME_LIMIT))
    const name = [whose, which].filter((text) => text).join(': ')
    if (name === '') return null
    const category = plainText(entity?.type ?? '', NAME_LIMIT).toLowerCase() || 'entity'
    return { name, category, source: 'label-api' }
  }
