import { z } from '@hono/zod-openapi'
import { Amount, SignedAmount } from '../common.ts'
import { StrategyKind } from '../vault/strategy.ts'
import { WORKSPACE_ACTIONS } from './actions.ts'
import { commonFields, text, addressOrNull, timeOrNull } from './parts.ts'

const WorkspaceStrategy = z
  .object({
    strategyAddress: addressOrNull('Strategy; null if the vault does not report its address'),
    kind: StrategyKind,
    status: z.enum(['active', 'paused', 'inactive', 'unknown']).openapi({
      description:
        'active: the switches of the strategy and of the vault are on; paused: its inner vault is paused; inactive: a switch is off; unknown: a switch could not be read',
    }),
    isActive: z
      .boolean()
      .nullable()
      .openapi({ description: 'Switch of the strategy itself; null if it could not be read' }),
    currentWeightRaw: Amount.nullable().openapi({
      description: 'Onchain weight, relative to the vault’s totalStrategyWeight; null if it could not be read',
    }),
    targetWeightBps: z.int().nullable().openapi({
      description: 'Members’ target part of the vault’s assets, in basis points; null without a target',
      example: 6000,
    }),
    targetMaxAssetsCap: Amount.nullable().openapi({
      description: 'Members’ target maximum of the strategy’s assets, in base units of the asset; null without one',
    }),
    maxAssetsCap: Amount.nullable().openapi({
      description:
        'Onchain maximum of the assets that the vault counts for the strategy, in base units; 0: the strategy’s debt is the maximum; null if it could not be read',
    }),
    owner: addressOrNull('Owner of the strategy; null if it could not be read'),
    asset: addressOrNull('Token that the strategy accepts; null if it could not be read'),
    liquidityHint: z
      .object({
        realizableAssets: Amount.nullable().openapi({
          description: 'Assets that the strategy could return at once, in base units; null if not reported',
        }),
        totalAssets: Amount.nullable().openapi({
          description: 'Assets that the strategy reports, in base units; null if not reported',
        }),
        source: z
          .enum(['chain', 'none'])
          .openapi({ description: 'chain: read from the contracts; none: neither value is reported' }),
      })
      .openapi({
        description: 'Liquidity in base units of the asset; only lending strategies report realizableAssets',
      }),
    performanceHint: z
      .object({
        gainSinceReport: SignedAmount.nullable().openapi({
          description:
            'totalAssets of the strategy minus its debt to the vault, in base units of the asset; null if either could not be read',
        }),
        source: z
          .enum(['chain', 'none'])
          .openapi({ description: 'chain: read from the contracts; none: one of the two values could not be read' }),
      })
      .openapi({ description: 'Gain that no report of the vault has recorded yet' }),
    aprSignal: z
      .object({
        expectedAprBps: z
          .int()
          .nullable()
          .openapi({ description: 'Expected yield per year, in basis points; null if not reported' }),
        confidence: z
          .enum(['unknown', 'low', 'medium', 'high'])
          .openapi({ description: 'Confidence in the yield; unknown without a source' }),
        source: z
          .enum(['keeper_report', 'none'])
          .openapi({ description: 'keeper_report: reported by a keeper; none: not reported' }),
      })
      .openapi({
        description:
          'Expected yield. Contracts do not report it, so it is null with source none until a keeper reports it',
      }),
    lastRebalanceAt: timeOrNull(
      'When a keeper last reported an action on the strategy as executed; null without one in 90 days',
    ),
    availableActions: z.array(z.enum(WORKSPACE_ACTIONS)).openapi({
      description:
        'Workspace actions that the caller may run on the strategy, including requests that need a second person’s approval',
    }),
    executable: z
      .array(
        z.object({
          actionType: text('Value of actionType for strategy.execute'),
          risk: z
            .enum(['low', 'high'])
            .openapi({ description: 'low: enqueued for keepers at once; high: needs the approval of a second person' }),
          reason: text('Reason for the risk level'),
        }),
      )
      .openapi({ description: 'Action types of strategy.execute for a strategy of this kind' }),
  })
  .openapi('WorkspaceStrategy')

export const WorkspaceStrategies = z
  .object({
    ...commonFields,
    strategies: z.array(WorkspaceStrategy).openapi({ description: 'Strategies of the vault, at most the first 64' }),
  })
  .openapi('WorkspaceStrategies')
