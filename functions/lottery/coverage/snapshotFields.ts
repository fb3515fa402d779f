import { getAddress } from 'viem'
import type { KeySnapshot } from '../store/keyCoverage.ts'

/** How long a snapshot is valid: a day of blocks of two seconds. */
const VALID_BLOCKS = 43_200

/** What answers say about a stored snapshot. */
export const snapshotFields = (snapshot: KeySnapshot) => ({
  snapshotId: `${snapshot.chainId}:${getAddress(snapshot.buyer)}:${snapshot.blockNumber}`,
  snapshotHash: snapshot.snapshotHash,
  blockNumber: String(snapshot.blockNumber),
  blockHash: snapshot.blockHash,
  coverageUnits: snapshot.units,
  publishedAt: snapshot.createdAt,
  validUntilBlock: String(snapshot.blockNumber + VALID_BLOCKS),
})
