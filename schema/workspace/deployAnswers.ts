import * as z from 'zod'
import { REVERT_FIX } from '../calldata.ts'
import { Amount, AsOf, atOneBlock, ChainId, EvmAddress } from '../common.ts'
import { addressOrNull, amountOrNull, textOrNull } from '../fields.ts'

/** Contracts for deploying a vault, with the purpose of each. */
const DEPLOY_ROLES = {
  deploymentBatcher: 'deploys a vault with its related contracts',
  registry: 'lists vaults with their related contracts',
  usdc: 'USDC, the dollar token of fees and strategies',
  dexFactory: 'Uniswap v3 pools where a strategy trades and provides liquidity',
  lpVaultFactory: 'LP vaults of LP strategies',
  lendpoolFactory: 'lending pools of lending strategies',
} as const

const contract = (meaning: string) =>
  z.object({
    address: EvmAddress.nullable().describe(`Address of the contract (${meaning}); null if not configured`),
    reason: z
      .enum(['not_configured'])
      .nullable()
      .describe('not_configured: this deployment has no such contract; null if `address` is set'),
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
      .describe('Contracts that deploying a vault may need, by role'),
    canDeploy: z.boolean().meta({
      description: 'Whether `deploymentBatcher` and `registry`, which every vault deployment needs, are configured',
      example: true,
    }),
    limits: z.object({
      callsPerPlan: z.int().meta({ description: 'Maximum number of calls in a plan', example: 16 }),
      planBytes: z
        .int()
        .meta({ description: 'Maximum size of a request that creates a session, in bytes', example: 131_072 }),
      dryRunBytes: z.int().meta({ description: 'Maximum size of a dry-run request, in bytes', example: 262_144 }),
      sessionsPerOwner: z.int().meta({
        description:
          'Maximum number of sessions of an owner. A new session replaces the one that ended earliest; if none has ended, it is 409 deploy_session_limit',
        example: 20,
      }),
      sessionDays: z.int().meta({ description: 'Days that a session is kept after its last change', example: 30 }),
    }),
  })
  .meta({ id: 'DeployConfig' })

export const SmartWalletOwnership = atOneBlock('SmartWalletOwnership', {
  smartWallet: EvmAddress.describe('The smart wallet'),
  ownerAddress: EvmAddress.describe('The address that was checked'),
  isOwner: z.boolean().describe('Whether the smart wallet names this address as an owner'),
})

const Coordinate = textOrNull(
  'Coordinate of the passkey’s P-256 public key, 32 bytes in hex; null for other owner types',
)

export const SmartWalletOwners = atOneBlock('SmartWalletOwners', {
  smartWallet: EvmAddress.describe('The smart wallet'),
  ownerCount: z.int().meta({ description: 'Number of owners of the wallet', example: 1 }),
  nextOwnerIndex: z.int().meta({
    description: 'Index of the next owner to be added; indices of removed owners are not reused',
    example: 1,
  }),
  owners: z
    .array(
      z.object({
        index: z.int().meta({ description: 'Index of the owner; removing an owner requires it', example: 0 }),
        type: z.enum(['address', 'publicKey', 'unknown']).meta({
          description: 'address: an EOA or contract; publicKey: a passkey; unknown: bytes that are neither',
          example: 'address',
        }),
        address: addressOrNull('Address of the owner; null for other owner types'),
        x: Coordinate,
        y: Coordinate,
      }),
    )
    .describe('Owners, ordered by index'),
  complete: z.boolean().meta({
    description: 'Whether the list has all owners; false if the wallet has used more than 32 indices',
    example: true,
  }),
})

export const DeploySession = z
  .object({
    asOf: AsOf.optional(),
    id: z.string().meta({ description: 'Id of the session', example: 'aurora-2026-11-22' }),
    chainId: ChainId,
    status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']).meta({
      description:
        'pending: no transaction was reported; running: at least one was; completed: all calls are confirmed; failed: a call reverted; cancelled: by its owner. The last three are final',
      example: 'running',
    }),
    calls: z
      .array(
        z.object({
          index: z.int().meta({ description: 'Index in `calls` of the plan', example: 0 }),
          from: EvmAddress.describe('Sender of the call'),
          to: EvmAddress.describe('Target of the call'),
          value: Amount.meta({ description: 'Wei to send along', example: '0' }),
          data: z
            .string()
            .optional()
            .meta({ description: 'Calldata; present only with `includeData`', example: '0xa9059cbb' }),
          state: z.enum(['unsent', 'sent', 'confirmed', 'reverted']).meta({
            description:
              'unsent: no transaction was reported; sent: reported, without an outcome yet; confirmed: succeeded in a block; reverted: failed in a block. The block may not be final: for high value, compare blockNumber with the node’s finalized block',
            example: 'confirmed',
          }),
          txHash: z
            .string()
            .nullable()
            .meta({
              description: 'Reported transaction hash; null if none was reported',
              example: `0x${'5c'.repeat(32)}`,
            }),
          blockNumber: amountOrNull('Block of the transaction; null before it is in a block'),
          problem: z
            .enum(['not_this_call', 'outcome_unclear'])
            .nullable()
            .describe(
              'not_this_call: the transaction does something else, has another sender, or already counts for an equal call; report the right one. outcome_unclear: only some of the sender’s operations in it succeeded, or the whole bundle failed and another bundle may still carry them out; report that one. null without a problem',
            ),
        }),
      )
      .describe('The calls in order, with the state of each'),
    createdAt: z.iso.datetime().describe('When the session was created, ISO 8601'),
    updatedAt: z.iso.datetime().describe('When the session last changed, ISO 8601'),
  })
  .meta({ id: 'DeploySession' })

export const DeployDryRun = atOneBlock('DeployDryRun', {
  mode: z.enum(['sequence', 'isolated', 'unavailable']).meta({
    description:
      'sequence: each call saw the changes of earlier calls; isolated: the node cannot carry state, so each call ran alone, and a call that depends on an earlier one fails; unavailable: the node could not run the calls',
    example: 'sequence',
  }),
  status: z.enum(['ok', 'revert', 'unknown']).meta({
    description:
      'ok: all calls succeed in order; revert: a call fails; unknown: `mode` is not sequence, or a result is missing',
    example: 'ok',
  }),
  calls: z
    .array(
      z.object({
        index: z.int().meta({ description: 'Index in `calls` of the plan', example: 0 }),
        status: z.enum(['ok', 'revert', 'unknown']).meta({
          description: 'ok, revert, or unknown: the node did not run the call, or lacked the gas for a definite result',
          example: 'ok',
        }),
        gas: Amount.nullable().meta({
          description: 'Gas used, not a gas limit; null if the node does not report it',
          example: '46109',
        }),
        returnData: textOrNull(
          'Return data in hex; null if the call failed, is unknown, or returned more than 1024 bytes',
        ),
        error: z
          .object({
            name: z.string().nullable().meta({
              description: 'Name of the custom error, or Error or Panic; null if the reason is unknown',
              example: 'ERC20InsufficientBalance',
            }),
            args: z.record(z.string(), z.unknown()).meta({
              description: 'Arguments of the error by name; integers as decimal strings',
              type: 'object',
              additionalProperties: true,
            }),
            message: z.string().describe('Why the call reverts, as text'),
            fix: REVERT_FIX,
          })
          .nullable()
          .describe('Why the call reverts; null if it does not'),
      }),
    )
    .describe('Results of the calls, in order'),
})
