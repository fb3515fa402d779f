import { z } from '@hono/zod-openapi'
import { REVERT_FIX } from '../calldata.ts'
import { Amount, AsOf, atOneBlock, ChainId, EvmAddress } from '../common.ts'

/** Contracts that a deployment needs, with what each is for. */
const DEPLOY_ROLES = {
  deploymentBatcher: 'deploys a vault with all that belongs to it',
  registry: 'lists vaults with their parts',
  usdc: 'dollars, in which fees and strategies count',
  dexFactory: 'pools in which a strategy trades and provides liquidity',
  lpVaultFactory: 'LP vaults of strategies that provide liquidity',
  lendpoolFactory: 'lending pools of strategies that lend',
} as const

const contract = (meaning: string) =>
  z.object({
    address: EvmAddress.nullable().openapi({ description: `Contract for this: ${meaning}; null if there is none` }),
    reason: z.enum(['not_configured']).nullable().openapi({
      description: 'Why there is none: not_configured, this deployment knows no such contract; null where there is one',
    }),
  })

export const DeployConfig = z
  .object({
    chainId: ChainId,
    contracts: z
      .object({
        deploymentBatcher: contract(DEPLOY_ROLES.deploymentBatcher),
        registry: contract(DEPLOY_ROLES.registry),
        usdc: contract(DEPLOY_ROLES.usdc),
        dexFactory: contract(DEPLOY_ROLES.dexFactory),
        lpVaultFactory: contract(DEPLOY_ROLES.lpVaultFactory),
        lendpoolFactory: contract(DEPLOY_ROLES.lendpoolFactory),
      })
      .openapi({ description: 'Contracts that a deployment may need, by role' }),
    canDeploy: z.boolean().openapi({
      description: 'Whether there is what every deployment needs: the batcher and the registry',
      example: true,
    }),
    limits: z.object({
      callsPerPlan: z.int().openapi({ description: 'Calls that a plan has at most', example: 16 }),
      planBytes: z
        .int()
        .openapi({ description: 'Bytes of a request that creates a session, at most', example: 131_072 }),
      dryRunBytes: z.int().openapi({ description: 'Bytes of a request for a dry run, at most', example: 262_144 }),
      sessionsPerOwner: z.int().openapi({
        description:
          'Sessions that an owner has at most; a further one takes the place of the one that has been over for longest',
        example: 20,
      }),
      sessionDays: z
        .int()
        .openapi({ description: 'Days after its last change that a session is kept at most', example: 30 }),
    }),
  })
  .openapi('DeployConfig')

export const SmartWalletOwnership = atOneBlock('SmartWalletOwnership', {
  smartWallet: EvmAddress.openapi({ description: 'The smart wallet' }),
  ownerAddress: EvmAddress.openapi({ description: 'The address that was asked about' }),
  isOwner: z.boolean().openapi({ description: 'Whether the smart wallet says that this address owns it' }),
})

const Coordinate = z
  .string()
  .nullable()
  .openapi({ description: 'Coordinate of the P-256 key, 32 bytes in hex; null for other owners' })

export const SmartWalletOwners = atOneBlock('SmartWalletOwners', {
  smartWallet: EvmAddress.openapi({ description: 'The smart wallet' }),
  ownerCount: z.int().openapi({ description: 'Owners that the wallet has', example: 1 }),
  nextOwnerIndex: z
    .int()
    .openapi({ description: 'Index that the next owner will have; those of removed owners stay free', example: 1 }),
  owners: z
    .array(
      z.object({
        index: z.int().openapi({ description: 'Index of the owner, by which it is removed', example: 0 }),
        type: z.enum(['address', 'publicKey', 'unknown']).openapi({
          description: 'address: an account; publicKey: a passkey; unknown: bytes that are neither',
          example: 'address',
        }),
        address: EvmAddress.nullable().openapi({ description: 'The account; null for other owners' }),
        x: Coordinate,
        y: Coordinate,
      }),
    )
    .openapi({ description: 'In the order of their indices' }),
  complete: z.boolean().openapi({
    description: 'Whether these are all owners; false where the wallet has used more than 32 indices',
    example: true,
  }),
})

export const DeploySession = z
  .object({
    asOf: AsOf.optional(),
    id: z.string().openapi({ description: 'Id of the session', example: 'aurora-2026-11-22' }),
    chainId: ChainId,
    status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']).openapi({
      description:
        'pending: no transaction is known; running: some are; completed: all calls are confirmed; failed: one of them reverted; cancelled: by its owner. The last three are for good',
      example: 'running',
    }),
    calls: z
      .array(
        z.object({
          index: z.int().openapi({ description: 'Index in the plan', example: 0 }),
          from: EvmAddress.openapi({ description: 'Who sends it' }),
          to: EvmAddress.openapi({ description: 'What it goes to' }),
          value: Amount.openapi({ description: 'Wei to send along', example: '0' }),
          data: z.string().optional().openapi({ description: 'Calldata, if it was asked for', example: '0xa9059cbb' }),
          state: z.enum(['unsent', 'sent', 'confirmed', 'reverted']).openapi({
            description:
              'unsent: no transaction was reported; sent: it is not known to have been carried out; confirmed: it is in a block; reverted: it is in a block and failed. The block need not be final: where much hangs on it, compare blockNumber with the node’s finalized block',
            example: 'confirmed',
          }),
          txHash: z
            .string()
            .nullable()
            .openapi({
              description: 'The transaction as it was reported; null without one',
              example: `0x${'5c'.repeat(32)}`,
            }),
          blockNumber: Amount.nullable().openapi({ description: 'The block that it is in; null until then' }),
          problem: z.enum(['not_this_call', 'outcome_unclear']).nullable().openapi({
            description:
              'not_this_call: the transaction does something else, is not the sender’s, or stands for an equal call already; report the right one. outcome_unclear: it holds several operations of the sender, of which not all succeeded, or is a bundle that failed as a whole, whose operations another one may still carry out; report that one',
          }),
        }),
      )
      .openapi({ description: 'The calls in their order, and how far each has come' }),
    createdAt: z.iso.datetime().openapi({ description: 'When it was created, ISO 8601' }),
    updatedAt: z.iso.datetime().openapi({ description: 'When it last changed, ISO 8601' }),
  })
  .openapi('DeploySession')

export const DeployDryRun = atOneBlock('DeployDryRun', {
  mode: z.enum(['sequence', 'isolated', 'unavailable']).openapi({
    description:
      'sequence: each call sees what those before it changed; isolated: the node cannot do that, so each was run by itself, and one that needs an earlier one fails; unavailable: the node runs none of them so',
    example: 'sequence',
  }),
  status: z.enum(['ok', 'revert', 'unknown']).openapi({
    description: 'ok: in their order all calls succeed; revert: one fails, in a sequence; unknown: neither is known',
    example: 'ok',
  }),
  calls: z
    .array(
      z.object({
        index: z.int().openapi({ description: 'Index in the plan', example: 0 }),
        status: z.enum(['ok', 'revert', 'unknown']).openapi({
          description: 'unknown: the node did not run it, or not with enough gas to tell',
          example: 'ok',
        }),
        gas: Amount.nullable().openapi({
          description: 'Gas that it used, not a limit; null where the node does not report it',
          example: '46109',
        }),
        returnData: z.string().nullable().openapi({
          description: 'What it returned, in hex; null if it failed, is unknown, or returned more than 1024 bytes',
        }),
        error: z
          .object({
            name: z.string().nullable().openapi({
              description: 'Custom error, or Error or Panic; null if the contract gives no known reason',
              example: 'ERC20InsufficientBalance',
            }),
            args: z.record(z.string(), z.unknown()).openapi({
              description: 'Arguments by name; integers as decimal strings',
              type: 'object',
              additionalProperties: true,
            }),
            message: z.string().openapi({ description: 'Why the call reverts, for people' }),
            fix: REVERT_FIX,
          })
          .nullable()
          .openapi({ description: 'Why it fails; null unless it does' }),
      }),
    )
    .openapi({ description: 'One for each call, in their order' }),
})
