import * as z from 'zod'
import { SignedAmount } from '../common.ts'
import { addressOrNull, amountOrNull, flagOrNull, integerOrNull, timeOrNull } from '../fields.ts'
import { StrategyKind } from '../vault/strategy.ts'
import { WORKSPACE_ACTIONS } from './actions.ts'
import { commonFields, text } from './parts.ts'

const WorkspaceStrategy = z
  .object({
    strategyAddress: addressOrNull('Strategy; null if the vault does not report its address'),
    kind: StrategyKind,
    status: z
      .enum(['active', 'paused', 'inactive', 'unknown'])
      .describe(
        'active: the switches of the strategy and of the vault are on; paused: its inner vault is paused; inactive: a switch is off; unknown: a switch could not be read',
      ),
    isActive: flagOrNull('Switch of the strategy itself; null if it could not be read'),
    currentWeightRaw: amountOrNull(
      'Onchain weight, relative to the vault’s totalStrategyWeight; null if it could not be read',
    ),
    targetWeightBps: z.int().nullable().meta({
      description: 'Members’ target part of the vault’s assets, in basis points; null without a target',
      example: 6000,
    }),
    targetMaxAssetsCap: amountOrNull(
      'Members’ target maximum of the strategy’s assets, in base units of the asset; null without one',
    ),
    maxAssetsCap: amountOrNull(
      'Onchain maximum of the assets that the vault counts for the strategy, in base units; 0: the strategy’s debt is the maximum; null if it could not be read',
    ),
    owner: addressOrNull('Owner of the strategy; null if it could not be read'),
    asset: addressOrNull('Token that the strategy accepts; null if it could not be read'),
    liquidityHint: z
      .object({
        realizableAssets: amountOrNull(
          'Assets that the strategy could return at once, in base units; null if not reported',
        ),
        totalAssets: amountOrNull('Assets that the strategy reports, in base units; null if not reported'),
        source: z.enum(['chain', 'none']).describe('chain: read from the contracts; none: neither value is reported'),
      })
      .describe('Liquidity in base units of the asset; only lending strategies report realizableAssets'),
    performanceHint: z
      .object({
        gainSinceReport: SignedAmount.nullable().describe(
          'totalAssets of the strategy minus its debt to the vault, in base units of the asset; null if either could not be read',
        ),
        source: z
          .enum(['chain', 'none'])
          .describe('chain: read from the contracts; none: one of the two values could not be read'),
      })
      .describe('Gain that no report of the vault has recorded yet'),
    aprSignal: z
      .object({
        expectedAprBps: integerOrNull('Expected yield per year, in basis points; null if not reported'),
        confidence: z
          .enum(['unknown', 'low', 'medium', 'high'])
          .describe('Confidence in the yield; unknown without a source'),
        source: z.enum(['keeper_report', 'none']).describe('keeper_report: reported by a keeper; none: not reported'),
      })
      .describe('Expected yield. Contracts do not report it, so it is null with source none until a keeper reports it'),
    lastRebalanceAt: timeOrNull(
      'When a keeper last reported an action on the strategy as executed; null without one in 90 days',
    ),
    availableActions: z
      .array(z.enum(WORKSPACE_ACTIONS))
      .describe(
        'Workspace actions that the caller may run on the strategy, including requests that need a second person’s approval',
      ),
    executable: z
      .array(
        z.object({
          actionType: text('Value of actionType for strategy.execute'),
          risk: z
            .enum(['low', 'high'])
            .describe('low: enqueued for keepers at once; high: needs the approval of a second person'),
          reason: text('Reason for the risk level'),
        }),
      )
      .describe('Action types of strategy.execute for a strategy of this kind'),
  })
  .meta({ id: 'WorkspaceStrategy' })

export const WorkspaceStrategies = z
  .object({
    ...commonFields,
    strategies: z.array(WorkspaceStrategy).describe('Strategies of the vault, at most the first 64'),
  })
  .meta({ id: 'WorkspaceStrategies' })
