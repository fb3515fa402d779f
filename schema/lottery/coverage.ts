import { z } from '@hono/zod-openapi'
import { Amount, answers, AsOf, ChainId, EvmAddress, minBlock, queryInteger } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'
import { reads, roles, stillAnswers, type Needs } from '../needs.ts'

const NEEDS: Needs = { ...reads, ...roles('keyToken'), lotteryManager: stillAnswers({ 'data.lotteryManager': null }) }

/** An ERC-1155 token id. */
const TokenId = Amount.refine((id) => !/^[0-9]+$/.test(id) || BigInt(id) < 1n << 256n, 'must be below 2^256')

const PublishedSnapshot = z.object({
  snapshotId: z.string().openapi({ description: '`{chain id}:{buyer}:{block number}`' }),
  snapshotHash: z.string().openapi({
    description:
      'keccak256(abi.encode(uint256 chainId, address buyer, uint256 blockNumber, bytes32 blockHash, (uint256 tokenId, uint256 amount)[] eligible keys by token id))',
  }),
  blockNumber: Amount.openapi({ description: 'Block as of which the stakes were read' }),
  blockHash: z.string().openapi({ description: 'Hash of that block, 32 bytes in hex' }),
  coverageUnits: Amount.openapi({ description: 'Total of eligible keys' }),
  publishedAt: z.int().openapi({ description: 'When it was published, unix seconds' }),
  validUntilBlock: Amount.openapi({ description: 'Last block at which the snapshot counts, about a day later' }),
})

const coverage = {
  chainId: ChainId,
  asOf: AsOf,
  lotteryManager: EvmAddress.nullable().openapi({ description: 'The lottery manager contract' }),
  buyer: EvmAddress.openapi({ description: 'Lottery buyer for whom the keys count' }),
  creatorCoin: EvmAddress.nullable().openapi({ description: 'Creator coin whose rooms were read; null for all' }),
  keyToken: EvmAddress.openapi({ description: 'The ERC-1155 contract of room keys' }),
  blockNumber: Amount.openapi({ description: 'A block before the newest one, as of which all values were read' }),
  blockHash: z.string().openapi({ description: 'Hash of that block, 32 bytes in hex' }),
  blockTime: z.int().openapi({ description: 'Time of that block, unix seconds' }),
  wallets: z.array(EvmAddress).openapi({ description: 'Wallets whose stakes were added up' }),
  minStakeAgeSeconds: z.int().openapi({ description: 'Age that a stake must have to count, in seconds' }),
  keys: z
    .array(
      z.object({
        tokenId: Amount.openapi({ description: 'ERC-1155 id of the room' }),
        creator: EvmAddress.nullable().openapi({ description: 'Creator whose room it is' }),
        stakingPool: EvmAddress.openapi({ description: 'Pool in which keys of the room are staked' }),
        staked: Amount.nullable().openapi({
          description: 'Staked keys; null if they could not be read, which does not mean zero',
        }),
        eligibleStaked: Amount.nullable().openapi({ description: 'Keys whose stakes are old enough' }),
        poolSupply: Amount.nullable().openapi({ description: 'Keys that all wallets have staked there' }),
      }),
    )
    .openapi({ description: 'Rooms with a pool: all, or those asked for' }),
  totalStaked: Amount.nullable().openapi({ description: 'Total of staked keys; null if a part could not be read' }),
  coverageUnits: Amount.nullable().openapi({
    description: 'Total of eligible keys; null if a part could not be read',
  }),
  eligible: z
    .boolean()
    .nullable()
    .openapi({ description: 'There is at least one eligible key; null if that is not known' }),
  reason: z
    .enum(['no_staked_keys', 'stake_too_recent', 'stakes_unreadable', 'too_many_rooms'])
    .nullable()
    .openapi({ description: 'Why not, or why it is not known. too_many_rooms: name the rooms to read' }),
}

export const LotteryKeyCoverage = z
  .object({
    ...coverage,
    publishedSnapshot: PublishedSnapshot.nullable().openapi({
      description: 'The newest snapshot that this buyer published; null if there is none',
    }),
  })
  .openapi('LotteryKeyCoverage')

export const LotteryKeySnapshot = z
  .object({
    ...coverage,
    ...PublishedSnapshot.shape,
    status: z
      .enum(['published', 'unchanged'])
      .openapi({ description: 'unchanged: this very snapshot had already been published' }),
  })
  .openapi('LotteryKeySnapshot')

const path = '/v1/lottery/key-coverage'

export const lotteryCoverage = {
  getLotteryKeyCoverage: operation({
    method: 'get',
    path,
    operationId: 'getLotteryKeyCoverage',
    tags: ['lottery'],
    summary: 'Preview of the staked room keys that would count for a buyer',
    description:
      'For one wallet, as of the block before the newest. Publishing also counts the linked wallets of its account.',
    'x-limit': 'read',
    'x-answer': 'envelope',
    'x-cache': { sMaxAge: 10, staleWhileRevalidate: 10 },
    'x-errors': ['role_not_configured', 'store_unavailable'],
    'x-needs': NEEDS,
    request: {
      query: z.object({
        buyer: EvmAddress.openapi({ description: 'Lottery buyer: a wallet that holds stakes of room keys' }),
        creatorCoin: EvmAddress.optional().openapi({ description: 'Only rooms of this coin or its owner' }),
        tokenId: TokenId.optional().openapi({ description: 'Only this room', example: '1' }),
        chainId: queryInteger({ min: 1, example: 31337 })
          .optional()
          .openapi({ description: 'Chain id; only the configured chain is served' }),
        minBlock,
      }),
    },
    responses: answers('Staked keys as of one block', LotteryKeyCoverage),
  }),
  publishLotteryKeyCoverage: operation({
    method: 'post',
    path,
    operationId: 'publishLotteryKeyCoverage',
    'x-idempotency': 'database',
    tags: ['lottery'],
    summary: 'Publish a snapshot of staked room keys for a lottery buyer',
    description:
      'Covers all wallets of the caller’s account, as of the block before the newest. The stake of a wallet counts for one buyer: once published, no other buyer can claim it for a day. Publishing the same snapshot again returns `unchanged`.',
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
            schema: z.object({
              buyer: EvmAddress.optional().openapi({
                description: 'A wallet of the caller’s account; its canonical one by default',
              }),
              creatorCoin: EvmAddress.optional().openapi({ description: 'Only rooms of this coin or its owner' }),
              tokenIds: z
                .array(TokenId)
                .min(1)
                .max(64)
                .optional()
                .openapi({
                  description: 'Only these rooms; all of them by default',
                  example: ['1'],
                }),
              chainId: z
                .int()
                .optional()
                .openapi({ description: 'Only the configured chain is served', example: 31337 }),
            }),
          },
        },
      },
    },
    responses: answers('The snapshot is stored', LotteryKeySnapshot),
  }),
}
