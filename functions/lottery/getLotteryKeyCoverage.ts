import { stored } from '../../shared/store/stored.ts'
import type { LotteryHandler } from './context.ts'
import { coverageFields, snapshotFields } from './coverage/coverageFields.ts'
import { readCoverage } from './coverage/readCoverage.ts'

/**
 * The keys that one wallet has staked in rooms' pools, and how many of them would count, as of the block before the
 * newest: the block at which they would be published. Null means that it could not be read. Keys of other wallets of
 * the same person are not shown to everyone.
 *
 * Throws role_not_configured, and what a prior read throws.
 */
export const getLotteryKeyCoverage: LotteryHandler<'getLotteryKeyCoverage'> = async (
  { query: { buyer, creatorCoin, tokenId } },
  { chain, readPrior, coverage },
) => {
  const tokenIds = tokenId === undefined ? undefined : [BigInt(tokenId)]
  const query = { buyer, wallets: [buyer], creatorCoin, tokenIds }
  const found = await readCoverage(query, chain, readPrior)
  const published = await stored(() => coverage.newest(found.genesis, buyer))
  return {
    asOf: found.asOf,
    data: { ...coverageFields(query, found, chain), publishedSnapshot: published && snapshotFields(published) },
  }
}
