import type { Address, Hex } from 'viem'
import type { Ref, Resolved } from '../../../../shared/chain/calls.ts'

interface Domain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: Address
}

type Declared = Resolved<Ref<readonly [Hex, string, string, bigint, Address, Hex, readonly bigint[]]>>

/** Name, version, chain id and contract, and nothing else (ERC-5267, "fields"). */
const FIELDS = '0x0f'

/** The domain of a registry's typed data: what it declares itself (ERC-5267), else that of ERC-8004's own contract. */
export function registryDomain(declared: Declared, chainId: number, registry: Address): Domain {
  const [fields, name, version, itsChain, verifyingContract] = declared ?? []
  if (fields !== FIELDS || name === undefined || version === undefined || !itsChain || !verifyingContract)
    return { name: 'ERC8004IdentityRegistry', version: '1', chainId, verifyingContract: registry }
  return { name, version, chainId: Number(itsChain), verifyingContract }
}

interface WalletChange {
  readonly agentId: bigint
  readonly newWallet: Address
  readonly owner: Address
  /** Unix seconds. */
  readonly deadline: bigint
}

/** The fields of the domain, which wallets want listed among the types. */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]

/** The typed data that an agent's new wallet signs (EIP-712; ERC-8004, "Agent Wallet"). */
export const agentWalletTypedData = (domain: Domain, message: WalletChange) =>
  ({
    domain,
    types: {
      AgentWalletSet: [
        { name: 'agentId', type: 'uint256' },
        { name: 'newWallet', type: 'address' },
        { name: 'owner', type: 'address' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'AgentWalletSet',
    message,
  }) as const

/** The same as JSON, as eth_signTypedData_v4 takes it: integers as decimal strings. */
export function toSigningRequest({ types, message, ...rest }: ReturnType<typeof agentWalletTypedData>) {
  const { agentId, deadline, ...addresses } = message
  return {
    ...rest,
    types: { EIP712Domain: DOMAIN_FIELDS, AgentWalletSet: [...types.AgentWalletSet] },
    message: { ...addresses, agentId: String(agentId), deadline: String(deadline) },
  }
}
