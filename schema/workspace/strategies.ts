import { z } from '@hono/zod-openapi'
import { Amount, SignedAmount } from '../common.ts'
import { StrategyKind } from '../vault/strategy.ts'
import { WORKSPACE_ACTIONS } from './actions.ts'
import { frame, line, someone, when } from './parts.ts'

const WorkspaceStrategy = z
  .object({
    strategyAddress: someone('The strategy; null if the vault does not name it'),
    kind: StrategyKind,
    status: z.enum(['active', 'paused', 'inactive', 'unknown']).openapi({
      description:
        'active: both switches are on; paused: its inner vault is; inactive: a switch is off; unknown: one was not read',
    }),
    isActive: z.boolean().nullable().openapi({ description: 'Its own switch; null if it does not answer' }),
    currentWeightRaw: Amount.nullable().openapi({
      description: 'Weight, relative to totalStrategyWeight of the vault',
    }),
    targetWeightBps: z.int().nullable().openapi({
      description: 'Part of the assets that members want it to have, in basis points; null without a target',
      example: 6000,
    }),
    targetMaxAssetsCap: Amount.nullable().openapi({
      description: 'Most that members want it to have, in base units of the asset; null for no cap',
    }),
    maxAssetsCap: Amount.nullable().openapi({
      description: 'Most that the vault counts for it onchain, in base units of the asset; 0 means its debt',
    }),
    owner: someone('Owner of the strategy'),
    asset: someone('Token that the strategy accepts'),
    liquidityHint: z
      .object({
        realizableAssets: Amount.nullable().openapi({ description: 'What it could return at once, in base units' }),
        totalAssets: Amount.nullable().openapi({ description: 'Value that it reports, in base units' }),
        source: z.enum(['chain', 'none']).openapi({ description: 'none: it reports neither' }),
      })
      .openapi({ description: 'In base units of the asset; only lending strategies report what is realizable' }),
    performanceHint: z
      .object({
        gainSinceReport: SignedAmount.nullable().openapi({
          description: 'Reported value less what it owes the vault, in base units of the asset',
        }),
        source: z.enum(['chain', 'none']).openapi({ description: 'none: one of the two could not be read' }),
      })
      .openapi({ description: 'What the vault has not booked yet' }),
    aprSignal: z
      .object({
        expectedAprBps: z.int().nullable().openapi({ description: 'Expected yield per year, in basis points' }),
        confidence: z
          .enum(['unknown', 'low', 'medium', 'high'])
          .openapi({ description: 'How far it can be relied on; unknown without a source' }),
        source: z
          .enum(['keeper_report', 'none'])
          .openapi({ description: 'none: nobody has reported one, and none is made up' }),
      })
      .openapi({ description: 'No contract knows a yield: null with source none until a keeper reports one' }),
    lastRebalanceAt: when('When a keeper last reported an action on it as executed; null if none did in 90 days'),
    availableActions: z
      .array(z.enum(WORKSPACE_ACTIONS))
      .openapi({ description: 'What the caller may do with it; a request that takes a second person is among them' }),
    executable: z
      .array(
        z.object({
          actionType: line('Value of actionType of strategy.execute'),
          risk: z
            .enum(['low', 'high'])
            .openapi({ description: 'low: goes to the keepers at once; high: takes the approval of a second person' }),
          reason: line('Why'),
        }),
      )
      .openapi({ description: 'What strategy.execute can do with a strategy of this kind' }),
  })
  .openapi('WorkspaceStrategy')

export const WorkspaceStrategies = z
  .object({ ...frame, strategies: z.array(WorkspaceStrategy).openapi({ description: 'The first 64 of the vault' }) })
  .openapi('WorkspaceStrategies')
