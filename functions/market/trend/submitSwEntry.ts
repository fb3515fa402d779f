import type { TrendHandler } from './TrendContext.ts'
import { getAddress, hashMessage, isAddressEqual } from 'viem'
import { admitContract, proveOnce } from '../../../shared/auth/proveOnce.ts'
import { isSignedByContract } from '../../../shared/auth/signature.ts'
import { readWalletProof } from '../../../shared/domain/authority/readWalletProof.ts'
import { entryMessage, entryScope } from './entryMessage.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { TrendEntryRow } from '../store/trendEntries.ts'
import { lower } from '../../../shared/text/address.ts'
import type { Account, ProvenWallet } from '../../../shared/store/accounts.ts'

/**
 * Stores the chat user of a smart wallet that has signed its challenge. A repeated request gets the stored entry.
 *
 * Throws session_not_configured, challenge_not_valid, nonce_used, invalid_signature, wallet_not_registered,
 * wallet_authority_mismatch, rate_limited, authority_unknown, store_unavailable, and what the node throws for a contract's signature.
 */
export const submitSwEntry: TrendHandler<'submitSwEntry'> = async (
  { body, spend },
  { chain, baseUrl, entrySealer, nonces, accounts, authority, trendEntries, runCode, now },
) => {
  if (!entrySealer) throw new ApiError('session_not_configured')
  const { swAddress, challengeNonce: nonce, signature, chatappUsername, tokenAddress } = body
  const terms = { swAddress, chatappUsername, tokenAddress }
  const opened = await entrySealer.open(nonce, now(), entryScope(terms))
  if (!opened.ok)
    throw new ApiError(
      'challenge_not_valid',
      opened.reason === 'expired'
        ? 'challengeNonce: has expired; request another challenge'
        : 'challengeNonce: was not issued for this swAddress, chatappUsername and tokenAddress; request a challenge with these values',
    )
  const { chainId } = chain.config
  const { issuedAt } = opened
  const message = entryMessage({ ...terms, nonce, chainId, baseUrl, issuedAt, ttlSeconds: entrySealer.ttlSeconds })
  const wanted = {
    swAddress: lower(swAddress),
    tokenAddress: tokenAddress ? lower(tokenAddress) : '',
    chatappUsername,
    connectedAddress: body.connectedAddress ? lower(body.connectedAddress) : null,
    symbol: body.symbol ?? null,
    minTokens: body.minTokens === undefined ? null : String(body.minTokens),
    source: body.source ?? null,
    nonce,
  }
  const before = await trendEntries.findByNonce(nonce)
  if (before && isSame(before, wanted)) return { data: describeEntry(before) }

  let profileId: string | undefined
  await proveOnce(
    { address: swAddress, hash: hashMessage(message), signature },
    nonce,
    {
      sealer: entrySealer,
      nonces,
      admitContract: admitContract(spend),
      isSignedByContract: (signed) => isSignedByContract(signed, runCode),
      readProof: (signed) => readWalletProof(chain, signed),
      openAccount: async (proven) => {
        const stored = await accounts.findByWallet(swAddress)
        if (!stored) throw new ApiError('wallet_not_registered')
        requireOwn(stored, proven)
        const account = await authority.current(stored)
        const { connectedAddress } = body
        if (connectedAddress && !account.wallets.some(({ address }) => isAddressEqual(address, connectedAddress)))
          throw new ApiError('wallet_authority_mismatch', 'connectedAddress: is not linked to the account of swAddress')
        ;({ profileId } = account)
      },
    },
    'nonce_used',
  )
  if (profileId === undefined) throw new Error('the wallet was proven without its account')
  const entry = { ...wanted, profileId, createdAt: Math.floor(now() / 1000) }
  if (!(await trendEntries.put(entry))) throw new ApiError('wallet_not_registered')
  return { data: describeEntry(entry) }
}

/**
 * Throws wallet_authority_mismatch for a smart wallet of a person's account, unless a key of that account signed: every owner of a
 * wallet can sign as it, and only the one who linked it may change the account.
 */
function requireOwn({ wallets, madeBy }: Account, { address, kind, signers = [] }: ProvenWallet): void {
  const keys = (kind === 'owner' ? [address] : signers).map((key) => key.toLowerCase())
  if (madeBy === address || wallets.some((one) => one.kind === 'owner' && keys.includes(lower(one.address)))) return
  throw new ApiError('wallet_authority_mismatch', 'signature: must be by a key of the account that linked swAddress')
}

type Wanted = Omit<TrendEntryRow, 'profileId' | 'createdAt'>

const isSame = (stored: TrendEntryRow, wanted: Wanted): boolean =>
  Object.entries(wanted).every(([key, value]) => Reflect.get(stored, key) === value)

const describeEntry = ({ swAddress, tokenAddress, connectedAddress, ...entry }: TrendEntryRow) => ({
  swAddress: getAddress(swAddress),
  chatappUsername: entry.chatappUsername,
  connectedAddress: connectedAddress && getAddress(connectedAddress),
  tokenAddress: tokenAddress === '' ? null : getAddress(tokenAddress),
  symbol: entry.symbol,
  minTokens: entry.minTokens,
  source: entry.source,
  createdAt: entry.createdAt,
})
