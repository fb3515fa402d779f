import * as z from 'zod'
import { Amount, answers, AsOf, ChainId, EvmAddress, minBlock, queryInteger } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull } from '../fields.ts'
import { operation, SECURITY } from '../operation.ts'
import { reads, roles, stillAnswers, type Needs } from '../needs.ts'

const NEEDS: Needs = { ...reads, ...roles('keyToken'), lotteryManager: stillAnswers({ 'data.lotteryManager': null }) }

/** An ERC-1155 token id. */
const TokenId = Amount.refine((id) => !/^[0-9]+$/.test(id) || BigInt(id) < 1n << 256n, 'must be below 2^256')

const PublishedSnapshot = z.object({
  snapshotId: z.string().describe('`{chain id}:{buyer}:{block number}`'),
  snapshotHash: z
    .string()
    .describe(
      'keccak256(abi.encode(uint256 chainId, address buyer, uint256 blockNumber, bytes32 blockHash, (uint256 tokenId, uint256 amount)[] eligible keys by token id))',
    ),
  blockNumber: Amount.describe('Block at which the stakes were read'),
  blockHash: z.string().describe('Hash of that block, 32 bytes in hex'),
  coverageUnits: Amount.describe('Number of eligible keys, in all rooms together'),
  publishedAt: z.int().describe('When it was published, unix seconds'),
  validUntilBlock: Amount.describe('Last block at which the snapshot is valid, about a day after `blockNumber`'),
})

const RoomKeys = z
  .object({
    tokenId: Amount.describe('ERC-1155 id of the room'),
    creator: addressOrNull('Creator of the room'),
    stakingPool: EvmAddress.describe('Staking pool of the room’s keys'),
    staked: amountOrNull('Keys staked by these wallets; null, which does not mean zero, if they could not be read'),
    eligibleStaked: amountOrNull(
      'Eligible keys: those with a stake of the minimum age; null if they could not be read',
    ),
    poolSupply: amountOrNull('Keys staked in the pool by all wallets; null if they could not be read'),
  })
  .meta({ id: 'RoomKeys' })

const coverage = {
  chainId: ChainId,
  asOf: AsOf,
  lotteryManager: addressOrNull('The lottery manager contract'),
  buyer: EvmAddress.describe('Lottery buyer for whom the keys are counted'),
  creatorCoin: addressOrNull('Creator coin whose rooms were read; null for all'),
  keyToken: EvmAddress.describe('The ERC-1155 contract of room keys'),
  blockNumber: Amount.describe('Block at which all values were read; older than the newest block'),
  blockHash: z.string().describe('Hash of that block, 32 bytes in hex'),
  blockTime: z.int().describe('Time of that block, unix seconds'),
  wallets: z.array(EvmAddress).describe('Wallets whose stakes are counted'),
  minStakeAgeSeconds: z.int().describe('Minimum age of an eligible stake, in seconds'),
  keys: z.array(RoomKeys).describe('Rooms with a staking pool: all, or the requested ones'),
  totalStaked: amountOrNull('Number of staked keys, in all rooms together; null if a part could not be read'),
  coverageUnits: amountOrNull('Number of eligible keys, in all rooms together; null if a part could not be read'),
  eligible: flagOrNull('Whether there is at least one eligible key; null if that is unknown'),
  reason: z
    .enum(['no_staked_keys', 'stake_too_recent', 'stakes_unreadable', 'too_many_rooms'])
    .nullable()
    .describe(
      'Why `eligible` is false or null; null if it is true. no_staked_keys: no keys are staked; stake_too_recent: all stakes are younger than the minimum age; stakes_unreadable: stakes could not be read; too_many_rooms: name the rooms',
    ),
}

export const LotteryKeyCoverage = z
  .object({
    ...coverage,
    publishedSnapshot: PublishedSnapshot.nullable().describe(
      'The buyer’s newest published snapshot; null if there is none',
    ),
  })
  .meta({ id: 'LotteryKeyCoverage' })

export const LotteryKeySnapshot = z
  .object({
    ...coverage,
    ...PublishedSnapshot.shape,
    status: z
      .enum(['published', 'unchanged'])
      .describe('published: by this request; unchanged: the same snapshot was published before'),
  })
  .meta({ id: 'LotteryKeySnapshot' })

const path = '/v1/lottery/key-coverage'

export const lotteryCoverage = {
  getLotteryKeyCoverage: operation({
    method: 'get',
    path,
    operationId: 'getLotteryKeyCoverage',
    tags: ['lottery'],
    summary: 'Preview a buyer’s coverage by staked room keys',
    description:
      'Counts the room keys that one wallet has staked, as of the block before the newest. publishLotteryKeyCoverage also counts the linked wallets of its account. Values that could not be read are null.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 10, staleWhileRevalidate: 10 },
    'x-errors': ['role_not_configured', 'store_unavailable'],
    'x-needs': NEEDS,
    request: {
      query: z.object({
        buyer: EvmAddress.describe('Lottery buyer: a wallet that stakes room keys'),
        creatorCoin: EvmAddress.optional().describe('Only rooms of this creator coin or its owner'),
        tokenId: TokenId.optional().meta({ description: 'Only this room', example: '1' }),
        chainId: queryInteger({ min: 1, example: 31337 })
          .optional()
          .describe('Chain id; only the configured chain is served'),
        minBlock,
      }),
    },
    responses: answers('The staked keys as of one block', LotteryKeyCoverage),
  }),
  publishLotteryKeyCoverage: operation({
    method: 'post',
    path,
    operationId: 'publishLotteryKeyCoverage',
    'x-idempotency': 'database',
    tags: ['lottery'],
    summary: 'Publish a snapshot of a buyer’s staked room keys',
    description:
      'Stores the number of room keys staked by all wallets of the caller’s account, as of the block before the newest, even if none is eligible. A published stake counts for this buyer only, for a day. The same snapshot again returns `unchanged`. 503 `stakes_unreadable`: nothing was published.',
    security: SECURITY.write,
    'x-auth': 'write',
    'x-authority': 'handler',
    'x-limit': 'lotteryWrite',
    'x-body': { bound: 16_384, kind: 'object' },
    'x-answer': 'envelope',
    'x-errors': [
      'wallet_authority_mismatch',
      'snapshot_stale',
      'stake_already_attributed',
      'stakes_unreadable',
      'role_not_configured',
    ],
    'x-needs': NEEDS,
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.strictObject({
              buyer: EvmAddress.optional().describe(
                'A wallet of the caller’s account; the canonical wallet by default',
              ),
              creatorCoin: EvmAddress.optional().describe('Only rooms of this creator coin or its owner'),
              tokenIds: z
                .array(TokenId)
                .min(1)
                .max(64)
                .optional()
                .meta({
                  description: 'Only these rooms; all rooms by default',
                  example: ['1'],
                }),
              chainId: z.int().optional().meta({ description: 'Only the configured chain is served', example: 31337 }),
            }),
          },
        },
      },
    },
    responses: answers('The snapshot is stored', LotteryKeySnapshot),
  }),
}
