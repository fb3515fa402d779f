import { type Address, encodeAbiParameters, type Hex, isAddressEqual, keccak256, parseAbiParameters } from 'viem'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { stored } from '../../shared/store/stored.ts'
import type { LotteryHandler } from './context.ts'
import { coverageFields, snapshotFields } from './coverage/coverageFields.ts'
import { type EligibleStake, readCoverage } from './coverage/readCoverage.ts'

/** Wallets of an account whose stakes are read, the buyer's first. */
const MOST_WALLETS = 8

/**
 * Publishes the staked keys of the caller's wallets under one of them, as of the block before the newest, so that no
 * stake made in the ticket's own block counts. A buyer's newer snapshot replaces the older one, even when it is empty,
 * but never with stakes that could not be read: then the older one stays.
 *
 * Throws wallet_authority_mismatch, authority_unknown, snapshot_stale, stake_already_attributed, stakes_unreadable, role_not_configured, and what a
 * prior read throws.
 */
export const publishLotteryKeyCoverage: LotteryHandler<'publishLotteryKeyCoverage'> = async (
  { body: { buyer: named, creatorCoin, tokenIds }, principal },
  { chain, readPrior, coverage, authority, now },
) => {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const caller = principal.address
  const { account, wallets: own } = await authority.standing(principal)
  const buyer = named ?? account?.canonicalWallet ?? caller
  const wallets = walletsOf(buyer, own)
  const query = { buyer, wallets, creatorCoin, tokenIds: tokenIds?.map(BigInt) }
  const found = await readCoverage(query, chain, readPrior)
  const { asOf, genesis, stakes, units } = found
  if (!stakes || units === null) throw unreadable(found.reason)
  const snapshot = {
    genesis,
    chainId: asOf.chainId,
    buyer,
    creatorCoin: creatorCoin ?? null,
    blockNumber: Number(asOf.blockNumber),
    blockHash: asOf.blockHash,
    blockTime: asOf.timestamp,
    snapshotHash: snapshotHash(asOf, buyer, stakes),
    units: String(units),
    publishedBy: caller,
    createdAt: Math.floor(now() / 1000),
  }
  const answerOf = <S extends string>(kept: typeof snapshot, status: S) => ({
    asOf,
    data: { ...coverageFields(query, found, chain), ...snapshotFields(kept), status },
  })
  const status = await stored(() => coverage.publish(snapshot, stakes, answerOf(snapshot, 'published')))
  if (status === 'stale') throw new ApiError('snapshot_stale')
  if (status === 'attributed') throw new ApiError('stake_already_attributed')
  const kept = status === 'unchanged' ? await stored(() => coverage.newest(genesis, buyer)) : null
  return answerOf(kept ?? snapshot, status)
}

const unreadable = (reason: string | null): ApiError =>
  reason === 'too_many_rooms'
    ? new ApiError('stakes_unreadable', 'tokenIds: is required, because there are more rooms than one request can read')
    : new ApiError('stakes_unreadable')

/** The buyer and the other wallets that the caller acts for. */
function walletsOf(buyer: Address, own: readonly Address[]): Address[] {
  if (!own.some((wallet) => isAddressEqual(wallet, buyer)))
    throw new ApiError('wallet_authority_mismatch', 'buyer: must be a wallet of the signed-in account')
  return [buyer, ...own.filter((wallet) => !isAddressEqual(wallet, buyer))].slice(0, MOST_WALLETS)
}

const LAYOUT = parseAbiParameters([
  'uint256 chainId, address buyer, uint256 blockNumber, bytes32 blockHash, Keys[] keys',
  'struct Keys { uint256 tokenId; uint256 amount; }',
])

/**
 * keccak256(abi.encode(chainId, buyer, blockNumber, blockHash, (tokenId, amount)[])), with the keys of all wallets in a
 * room added up, by token id: a contract can check this against the chain.
 */
function snapshotHash(
  { chainId, blockNumber, blockHash }: { chainId: number; blockNumber: string; blockHash: Hex },
  buyer: Address,
  stakes: readonly EligibleStake[],
): Hex {
  const rooms = new Map<bigint, bigint>()
  for (const { tokenId, amount } of stakes) rooms.set(tokenId, (rooms.get(tokenId) ?? 0n) + amount)
  const keys = [...rooms]
    .map(([tokenId, amount]) => ({ tokenId, amount }))
    .toSorted((a, b) => (a.tokenId < b.tokenId ? -1 : 1))
  return keccak256(encodeAbiParameters(LAYOUT, [BigInt(chainId), buyer, BigInt(blockNumber), blockHash, keys]))
}
