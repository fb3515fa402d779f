import { type Address, isAddressEqual } from 'viem'
import { ENS_UNIVERSAL_RESOLVER } from '../../../../shared/chain/networks/ens.ts'
import { plainText } from '../../../../shared/text/plainText.ts'
import { type Node, requireChain, withNode } from './openNode.ts'
import type { EnsProfile } from '../parts.ts'
import type { ReadWallet } from '../../../../shared/provider/portfolio/Portfolio.ts'

const TEXT_LIMIT = 256
const ETHEREUM = 1
const KEYS = ['description', 'url', 'com.twitter', 'com.github', 'org.telegram'] as const
const resolver = { universalResolverAddress: ENS_UNIVERSAL_RESOLVER } as const

/**
 * The primary name of a wallet in ENS, through the universal resolver of Ethereum: only if it is normalised (ENSIP-15) and
 * leads back to the wallet, for anyone can claim any name for their own address. Then its avatar and texts, as they are.
 * Partial for a name whose records lie off chain (ERC-3668): hosts that strangers name get no request.
 */
export const createEnsReader =
  (url: string): ReadWallet<EnsProfile> =>
  (account, signal) =>
    withNode(url, signal, async (node) => {
      try {
        const [, claimed] = await Promise.all([
          requireChain(node, ETHEREUM, { provider: 'ensNode', signal }),
          node.getEnsName(node.client, { ...resolver, address: account }),
        ])
        const name = claimed === null ? null : normalised(node, claimed)
        return { value: name === null ? null : await readProfile(node, account, name) }
      } catch (error) {
        if (isOffChain(node, error)) return { value: null, isPartial: true }
        throw error
      }
    })

/** The error with which a resolver names hosts to ask instead (ERC-3668). */
const OFFCHAIN_LOOKUP = '0x556f1830'

function isOffChain({ BaseError, ContractFunctionRevertedError }: Node, error: unknown): boolean {
  const reverted = error instanceof BaseError && error.walk((one) => one instanceof ContractFunctionRevertedError)
  return reverted instanceof ContractFunctionRevertedError && reverted.signature === OFFCHAIN_LOOKUP
}

async function readProfile(node: Node, account: Address, name: string): Promise<EnsProfile> {
  const text = async (key: string) =>
    plainText((await node.getEnsText(node.client, { ...resolver, name, key })) ?? '', TEXT_LIMIT)
  const [owner, avatar, ...texts] = await Promise.all([
    node.getEnsAddress(node.client, { ...resolver, name }),
    text('avatar'),
    ...KEYS.map(text),
  ])
  if (owner === null || !isAddressEqual(owner, account)) return null
  const given = KEYS.map((key, i): [string, string] => [key, texts[i] ?? '']).filter(([, value]) => value !== '')
  return { name, avatar: avatar || null, texts: Object.fromEntries(given) }
}

/** A name as it must be shown; null for one that is not normalised, which may look like another. */
function normalised({ normalize }: Node, claimed: string): string | null {
  try {
    return claimed.length <= 255 && normalize(claimed) === claimed ? claimed : null
  } catch {
    return null
  }
}
