import type { Address } from 'viem'

interface Consent {
  readonly agentId: bigint
  readonly newWallet: Address
  readonly owner: Address
  /** Unix seconds. */
  readonly deadline: bigint
}

/** The typed data of ERC-8004 that an agent's new wallet signs, written without the code under test. */
export const agentWalletConsent = (identityRegistry: Address, message: Consent) =>
  ({
    domain: {
      name: 'ERC8004IdentityRegistry',
      version: '1',
      chainId: 31337,
      verifyingContract: identityRegistry,
    },
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
