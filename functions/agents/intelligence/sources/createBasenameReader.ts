import { concat, isAddressEqual, keccak256, parseAbi, stringToBytes, toHex, type Address, type Hex } from 'viem'
import { BASENAME_RESOLVER } from '../../../../shared/chain/networks/ens.ts'
import { type Node, requireChain, withNode } from './openNode.ts'
import type { Basename } from '../parts.ts'
import type { ReadWallet } from '../../../../shared/provider/portfolio/Portfolio.ts'

const BASE = 8453
const abi = parseAbi([
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
])

/** The node under which Base keeps the name of an address: `<address>.80002105.reverse`, hashed as ENS names are. */
const reverseNode = ({ namehash, toCoinType }: Node, account: Address): Hex =>
  keccak256(
    concat([
      namehash(`${toHex(toCoinType(BASE)).slice(2)}.reverse`),
      keccak256(stringToBytes(account.slice(2).toLowerCase())),
    ]),
  )

/** The name of a wallet on Base, from the resolver of basenames there, if it leads back to the wallet. */
export const createBasenameReader =
  (url: string): ReadWallet<Basename> =>
  (account, signal) =>
    withNode(url, signal, async (node) => {
      const resolver = { address: BASENAME_RESOLVER, abi } as const
      const [, claimed] = await Promise.all([
        requireChain(node, BASE, { provider: 'basenameNode', signal }),
        node.readContract(node.client, { ...resolver, functionName: 'name', args: [reverseNode(node, account)] }),
      ])
      if (!isBasename(node, claimed)) return { value: null }
      const owner = await node.readContract(node.client, {
        ...resolver,
        functionName: 'addr',
        args: [node.namehash(claimed)],
      })
      return { value: isAddressEqual(owner, account) ? { name: claimed } : null }
    })

/** Whether it is a normalised name below base.eth; another name may look like one. */
function isBasename({ normalize }: Node, name: string): boolean {
  try {
    return name.length <= 255 && name.endsWith('.base.eth') && normalize(name) === name
  } catch {
    return false
  }
}
