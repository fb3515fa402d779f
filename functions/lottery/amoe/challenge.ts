import { getAddress, hashMessage, hashTypedData, isAddress, isHex, type Address, type Hex } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { CHALLENGE_SECONDS } from './deadlines.ts'

/** The statement that a wallet signs to enter for free. Times are unix seconds. */
export interface Challenge {
  readonly wallet: Address
  readonly creatorCoin: Address
  readonly nonce: Hex
  readonly issuedAt: number
  readonly expiresAt: number
  readonly chainId: number
  readonly lotteryManager: Address
}

export type SignatureType = 'personal' | 'eip712'

const TITLE = 'Enter the creator vault lottery without a purchase'

const LABELS = {
  wallet: 'Wallet',
  creatorCoin: 'Creator Coin',
  nonce: 'Nonce',
  issuedAt: 'Issued At',
  expiresAt: 'Expires At',
  chainId: 'Chain ID',
  lotteryManager: 'Lottery Manager',
} as const

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

/** The text for personal_sign (ERC-191 version 0x45): a title, an empty line, and a line for each field. */
export function challengeText(challenge: Challenge): string {
  const values = {
    wallet: challenge.wallet.toLowerCase(),
    creatorCoin: challenge.creatorCoin.toLowerCase(),
    nonce: challenge.nonce,
    issuedAt: iso(challenge.issuedAt),
    expiresAt: iso(challenge.expiresAt),
    chainId: String(challenge.chainId),
    lotteryManager: challenge.lotteryManager.toLowerCase(),
  }
  const lines = fieldNames().map((name) => `${LABELS[name]}: ${values[name]}`)
  return [TITLE, '', ...lines].join('\n')
}

/** Types of the same challenge as EIP-712 typed data. */
const TYPES = {
  AmoeChallenge: [
    { name: 'wallet', type: 'address' },
    { name: 'creatorCoin', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
    { name: 'issuedAt', type: 'uint256' },
    { name: 'expiresAt', type: 'uint256' },
    { name: 'lotteryManager', type: 'address' },
  ],
} as const

const domainOf = ({ chainId, lotteryManager }: Challenge) => ({
  name: 'LotteryAmoe',
  version: '1',
  chainId,
  verifyingContract: lotteryManager,
})

/** In the form that `eth_signTypedData_v4` expects. */
export const challengeTypedData = (challenge: Challenge) => ({
  domain: domainOf(challenge),
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    AmoeChallenge: [...TYPES.AmoeChallenge],
  },
  primaryType: 'AmoeChallenge' as const,
  message: {
    wallet: challenge.wallet,
    creatorCoin: challenge.creatorCoin,
    nonce: challenge.nonce,
    issuedAt: String(challenge.issuedAt),
    expiresAt: String(challenge.expiresAt),
    lotteryManager: challenge.lotteryManager,
  },
})

export const challengeHash = (challenge: Challenge, type: SignatureType): Hex =>
  type === 'personal'
    ? hashMessage(challengeText(challenge))
    : hashTypedData({
        domain: domainOf(challenge),
        types: TYPES,
        primaryType: 'AmoeChallenge',
        message: { ...challenge, issuedAt: BigInt(challenge.issuedAt), expiresAt: BigInt(challenge.expiresAt) },
      })

/**
 * Parses a challenge from its text, which must match what was issued byte for byte. Whether its nonce is genuine is
 * checked by the seal. Throws invalid_message.
 */
export function readChallenge(text: string): Challenge {
  const lines = text.split('\n')
  const [title, empty, ...rest] = lines
  const names = fieldNames()
  if (title !== TITLE || empty !== '' || rest.length !== names.length)
    throw new ApiError(
      'invalid_message',
      'message: must be the unchanged message of GET /v1/lottery/amoe/nonce; request a new challenge',
    )
  const value = (name: keyof typeof LABELS): string => {
    const line = rest[names.indexOf(name)] ?? ''
    const start = `${LABELS[name]}: `
    if (!line.startsWith(start)) throw new ApiError('invalid_message', `message: the line "${LABELS[name]}" is missing`)
    return line.slice(start.length)
  }
  const nonce = value('nonce')
  const issuedAt = Date.parse(value('issuedAt')) / 1000
  if (
    !isHex(nonce) ||
    !/^0x[0-9a-f]{64}$/.test(nonce) ||
    !Number.isInteger(issuedAt) ||
    !/^\d{1,15}$/.test(value('chainId'))
  )
    throw new ApiError(
      'invalid_message',
      'message: the lines Nonce, Issued At and Chain ID must be as issued; send the message unchanged',
    )
  const challenge = {
    wallet: addressOf(value('wallet'), LABELS.wallet),
    creatorCoin: addressOf(value('creatorCoin'), LABELS.creatorCoin),
    nonce,
    issuedAt,
    expiresAt: issuedAt + CHALLENGE_SECONDS,
    chainId: Number(value('chainId')),
    lotteryManager: addressOf(value('lotteryManager'), LABELS.lotteryManager),
  }
  // One text per challenge: no other spelling of a time, a number or an address is accepted.
  if (challengeText(challenge) !== text)
    throw new ApiError(
      'invalid_message',
      'message: must be the unchanged message of GET /v1/lottery/amoe/nonce; request a new challenge',
    )
  return challenge
}

const fieldNames = () =>
  ['wallet', 'creatorCoin', 'nonce', 'issuedAt', 'expiresAt', 'chainId', 'lotteryManager'] as const

function addressOf(text: string, label: string): Address {
  if (!isAddress(text, { strict: false }) || text !== text.toLowerCase())
    throw new ApiError('invalid_message', `message: the line "${label}" must be an address in lower case`)
  return getAddress(text)
}

/** A nonce is valid only for this challenge and this account's ledger. */
export const challengeContext = (
  bound: Pick<Challenge, 'wallet' | 'creatorCoin' | 'chainId' | 'lotteryManager'> & { profileId: string | undefined },
): string =>
  [bound.wallet, bound.creatorCoin, bound.chainId, bound.lotteryManager, bound.profileId ?? ''].join(' ').toLowerCase()

/** The 32 bytes of a sealed nonce. */
export const toNonce = (sealed: string): Hex => `0x${sealed}`
