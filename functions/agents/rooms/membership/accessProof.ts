import { hashMessage, hashTypedData, type Address, type Hex } from 'viem'

/** The statement that a wallet signs to enter a room. Times are unix seconds. */
export interface AccessProof {
  readonly wallet: Address
  readonly chainId: number
  readonly shareToken: Address
  readonly roomKey: string
  readonly nonce: string
  readonly issuedAt: number
  readonly expiresAt: number
}

export type ProofSignature = 'personal' | 'eip712'

const TITLE = 'Enter a room of a creator vault'

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The text for personal_sign (EIP-191 version 0x45): a title, an empty line, and a line for each field. */
export const proofText = (proof: AccessProof): string =>
  [
    TITLE,
    '',
    `Wallet: ${proof.wallet}`,
    `Chain ID: ${proof.chainId}`,
    `Share Token: ${proof.shareToken}`,
    `Room Key: ${proof.roomKey}`,
    `Nonce: ${proof.nonce}`,
    `Issued At: ${iso(proof.issuedAt)}`,
    `Expires At: ${iso(proof.expiresAt)}`,
  ].join('\n')

const TYPES = {
  AccessProof: [
    { name: 'wallet', type: 'address' },
    { name: 'chainId', type: 'uint256' },
    { name: 'shareToken', type: 'address' },
    { name: 'roomKey', type: 'string' },
    { name: 'nonce', type: 'string' },
    { name: 'issuedAt', type: 'uint256' },
    { name: 'expiresAt', type: 'uint256' },
  ],
} as const

const domainOf = ({ chainId }: AccessProof) => ({ name: 'RoomAccess', version: '1', chainId })

/** The same as EIP-712 typed data, in the form that `eth_signTypedData_v4` expects. */
export const proofTypedData = (proof: AccessProof) => ({
  domain: domainOf(proof),
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    AccessProof: [...TYPES.AccessProof],
  },
  primaryType: 'AccessProof' as const,
  message: {
    wallet: proof.wallet,
    chainId: String(proof.chainId),
    shareToken: proof.shareToken,
    roomKey: proof.roomKey,
    nonce: proof.nonce,
    issuedAt: String(proof.issuedAt),
    expiresAt: String(proof.expiresAt),
  },
})

export const proofHash = (proof: AccessProof, type: ProofSignature): Hex =>
  type === 'personal'
    ? hashMessage(proofText(proof))
    : hashTypedData({
        domain: domainOf(proof),
        types: TYPES,
        primaryType: 'AccessProof',
        message: {
          ...proof,
          chainId: BigInt(proof.chainId),
          issuedAt: BigInt(proof.issuedAt),
          expiresAt: BigInt(proof.expiresAt),
        },
      })

/** A nonce is bound to this, besides its time. */
export const proofContext = (proof: Omit<AccessProof, 'nonce' | 'issuedAt'>): string =>
  [proof.wallet, proof.chainId, proof.shareToken, proof.roomKey, proof.expiresAt].join(' ')
