import { z } from '@hono/zod-openapi'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, NonZeroAddress, UnsignedCalldata } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { Amount, EvmAddress } from '../common.ts'
import type { ErrorCode } from '../errors.ts'
import { operation } from '../operation.ts'
import { UnsignedApprovals, UnsignedEmergency, UnsignedSetting } from './lpstratCalldata.ts'
import { builds, buildsByRead, roles, type Needs } from '../needs.ts'
import { tokenAmount } from '../tokenAmount.ts'

const byFactory: Needs = { ...buildsByRead, ...roles('lpVaultFactory') }
const forUnstated: Needs = { RPC_URLS: { error: 'read_needed', when: 'the body leaves a setting out' } }

const BODY = { bound: 16_384, kind: 'object' } as const

const onStrategy = {
  ...builderFields,
  strategy: NonZeroAddress.openapi({ description: 'Liquidity strategy that the call goes to' }),
} as const

const onLpVault = {
  ...builderFields,
  vault: NonZeroAddress.openapi({ description: 'LP vault that the call goes to; the configured factory must know it' }),
} as const

const flag = (description: string) => z.boolean().openapi({ description, example: true })

const bps = (name: string) =>
  bodyInteger({
    min: 0n,
    max: 2000n,
    example: '300',
    description: `${name}, in basis points; with 0, nearly every swap or deposit fails; unchanged if left out`,
  }).optional()

/** Arguments of an older rebalance, which would be silently ignored. */
const REMOVED = [
  'mode',
  'swapAmount',
  'sqrtPriceLimitX96',
  'baseLower',
  'baseUpper',
  'bidLower',
  'bidUpper',
  'askLower',
  'askUpper',
] as const

const withdrawal = tokenAmount({
  field: 'amount',
  min: 0n,
  max: 2n ** 256n - 1n,
  example: '1000000',
  description: 'What to withdraw of the token',
})

const strategyBuilder = <const N extends string, const P extends string, B extends z.ZodType, R extends z.ZodType>(
  operationId: N,
  path: P,
  summary: string,
  description: string,
  body: B,
  answer: R,
  errors: readonly ErrorCode[] = [],
  needs: Needs = builds,
) =>
  operation({
    ...builder,
    operationId,
    path,
    summary,
    description,
    'x-body': BODY,
    'x-errors': ['demo_vault', ...errors],
    'x-needs': needs,
    request: { body: jsonBody(body) },
    responses: ok(answer),
  })

export const buildLpstrat = {
  buildLpSetVault: strategyBuilder(
    'buildLpSetVault',
    '/v1/build/lpstrat/setLpVault',
    'Build setLpVault(lpVault) of a liquidity strategy (owner)',
    'Builds the call that sets the LP vault that holds the liquidity of a strategy. The strategy must not hold shares of its current LP vault. Nothing is sent. The current and new values are in `changes`.',
    z
      .object({
        ...onStrategy,
        lpVault: EvmAddress.openapi({
          description:
            'LP vault of the strategy’s coin and dollars, which the configured factory must know; the zero address for none',
        }),
      })
      .openapi('LpSetVaultRequest'),
    UnsignedSetting,
    ['read_needed', 'role_not_configured'],
    byFactory,
  ),
  buildLpSetSwapPool: strategyBuilder(
    'buildLpSetSwapPool',
    '/v1/build/lpstrat/setSwapPool',
    'Build setSwapPool(swapPool) of a liquidity strategy (owner)',
    'Builds the call that sets the pool in which a strategy swaps, or removes it. It does not move liquidity: for that use buildLpSetVault. Nothing is sent. The current and new values are in `changes`.',
    z
      .object({
        ...onStrategy,
        swapPool: EvmAddress.openapi({ description: 'Pool of the coin and dollars; the zero address for none' }),
      })
      .openapi('LpSetSwapPoolRequest'),
    UnsignedSetting,
  ),
  buildLpSetDexFactory: strategyBuilder(
    'buildLpSetDexFactory',
    '/v1/build/lpstrat/setDexFactory',
    'Build setDexFactory(dexFactory) of a liquidity strategy (owner), if its generation has it',
    'Builds the call that sets the Uniswap v3 factory in which a strategy looks up pools. Newer generations do not have this function; an issue then says so. Nothing is sent.',
    z
      .object({ ...onStrategy, dexFactory: NonZeroAddress.openapi({ description: 'Uniswap v3 factory' }) })
      .openapi('LpSetDexFactoryRequest'),
    UnsignedSetting,
  ),
  buildLpSetAutoFeeTier: strategyBuilder(
    'buildLpSetAutoFeeTier',
    '/v1/build/lpstrat/setAutoFeeTier',
    'Build setAutoFeeTier(autoFeeTier) of a liquidity strategy (owner), if its generation has it',
    'Builds the call that sets whether a strategy chooses the fee tier of its swaps itself. Newer generations do not have this function; an issue then says so, and buildLpSetParameters sets the tier. Nothing is sent.',
    z
      .object({ ...onStrategy, autoFeeTier: flag('Whether it chooses the fee tier itself') })
      .openapi('LpSetAutoFeeTierRequest'),
    UnsignedSetting,
  ),
  buildLpSetParameters: strategyBuilder(
    'buildLpSetParameters',
    '/v1/build/lpstrat/setParameters',
    'Build setParameters(maxSwapPercent, swapSlippageBps, depositSlippageBps, swapPoolFee) of a liquidity strategy (owner)',
    'Builds the call that sets how much a strategy swaps and how much it may lose in doing so; what is left out keeps its current value, which is read from the strategy. Nothing is sent. The current and new values are in `changes`.',
    z
      .object({
        ...onStrategy,
        maxSwapPercent: bodyInteger({
          min: 0n,
          max: 100n,
          example: '5',
          description:
            'Largest part of the idle coins that one deposit sells, in percent (the contract accepts up to 10000, which has the same effect as 100); unchanged if left out',
          hint: ' percent; the contract accepts up to 10000, which has the same effect as 100',
        }).optional(),
        swapSlippageBps: bps('Most that a swap may lose'),
        depositSlippageBps: bps('Most that a deposit or rebalance may lose'),
        swapPoolFee: bodyInteger({
          min: 0n,
          max: 999_999n,
          example: '3000',
          description:
            'Fee tier of the pool that it swaps in, in hundredths of a basis point, usually 100, 500, 3000 or 10000; unchanged if left out',
        }).optional(),
      })
      .openapi('LpSetParametersRequest'),
    UnsignedSetting,
    ['read_needed'],
    forUnstated,
  ),
  buildLpSetActive: strategyBuilder(
    'buildLpSetActive',
    '/v1/build/lpstrat/setActive',
    'Build setActive(active) of a liquidity strategy (owner)',
    'Builds the call that sets whether a strategy puts deposits to work. An inactive strategy keeps what it has: to take liquidity out use buildLpOwnerEmergencyWithdrawFromLp. Nothing is sent.',
    z.object({ ...onStrategy, active: flag('Whether it puts deposits to work') }).openapi('LpSetActiveRequest'),
    UnsignedSetting,
  ),
  buildLpInitializeApprovals: strategyBuilder(
    'buildLpInitializeApprovals',
    '/v1/build/lpstrat/initializeApprovals',
    'Build initializeApprovals() of a liquidity strategy (owner): unlimited approvals to its router, LP vault and lending pool',
    'Builds the call by which a strategy gives unlimited approvals to its router, LP vault and lending pool, needed once after those have been set. `grants` lists who may spend which token. Nothing is sent.',
    z.object(onStrategy).openapi('LpInitializeApprovalsRequest'),
    UnsignedApprovals,
  ),
  buildLpRebalance: strategyBuilder(
    'buildLpRebalance',
    '/v1/build/lpstrat/rebalance',
    'Build rebalance() of a liquidity strategy (owner, or its vault)',
    'Builds a rebalance of a strategy: idle coins and dollars go into the LP vault, whose positions follow the price. To rebalance the LP vault alone use buildLpVaultRebalance. Nothing is sent.',
    z.object(onStrategy).openapi('LpRebalanceRequest'),
    UnsignedCalldata,
  ),
  buildLpOwnerEmergencyWithdraw: strategyBuilder(
    'buildLpOwnerEmergencyWithdraw',
    '/v1/build/lpstrat/ownerEmergencyWithdraw',
    'Build ownerEmergencyWithdraw(token, to, amount) of a liquidity strategy (owner); it pays only to the strategy’s vault',
    'Builds the withdrawal of a token that an inactive strategy holds; it is paid to the vault of the strategy and nowhere else. For liquidity in the LP vault use buildLpOwnerEmergencyWithdrawFromLp first. Nothing is sent.',
    withChoices(
      z.object({
        ...onStrategy,
        token: NonZeroAddress.openapi({ description: 'ERC-20 token that the strategy holds' }),
        to: NonZeroAddress.openapi({ description: 'Must be the vault of the strategy' }),
        amount: withdrawal.base,
        amountDecimal: withdrawal.decimal,
      }),
      'LpOwnerEmergencyWithdrawRequest',
      { one: [['amount', 'amountDecimal']] },
    ),
    UnsignedEmergency,
    ['read_needed'],
    buildsByRead,
  ),
  buildLpOwnerEmergencyWithdrawFromLp: strategyBuilder(
    'buildLpOwnerEmergencyWithdrawFromLp',
    '/v1/build/lpstrat/ownerEmergencyWithdrawFromLp',
    'Build ownerEmergencyWithdrawFromCharm() of a liquidity strategy (owner): all of its LP shares, paid to its vault',
    'Builds the redemption of all LP shares of a strategy, paid to its vault. For tokens that the strategy itself holds use buildLpOwnerEmergencyWithdraw. Nothing is sent.',
    z.object(onStrategy).openapi('LpOwnerEmergencyWithdrawFromLpRequest'),
    UnsignedCalldata.extend({
      shares: Amount.nullable().openapi({ description: 'LP shares that the strategy holds; null if unknown' }),
    }).openapi('UnsignedLpExit'),
  ),
  buildLpVaultRebalance: strategyBuilder(
    'buildLpVaultRebalance',
    '/v1/build/lpstrat/vault/rebalance',
    'Build rebalance() of an LP vault (manager or rebalance delegate)',
    'Builds a rebalance of an LP vault, whose positions follow the price. Only its manager and its rebalance delegate may send it, and not before its period has passed. For the strategy as a whole use buildLpRebalance. Nothing is sent.',
    z
      .looseObject(onLpVault)
      .superRefine((body, context) => {
        for (const key of REMOVED)
          if (key in body)
            context.addIssue({
              code: 'custom',
              path: [key],
              message: 'is no longer accepted: rebalance() has no arguments',
            })
      })
      .openapi('LpVaultRebalanceRequest'),
    UnsignedCalldata,
    ['read_needed', 'role_not_configured'],
    byFactory,
  ),
  buildLpVaultSetStrategy: strategyBuilder(
    'buildLpVaultSetStrategy',
    '/v1/build/lpstrat/vault/setStrategy',
    'Build setRebalanceDelegate(strategy) or setManager(strategy) of an LP vault (manager)',
    'Builds the call that sets who may rebalance an LP vault, or who is to manage it after accepting. Only the manager may send it. Nothing is sent. The current and new values are in `changes`.',
    z
      .object({
        ...onLpVault,
        strategy: NonZeroAddress.openapi({ description: 'Address that is to rebalance the LP vault, or to manage it' }),
        mode: z
          .enum(['delegate', 'manager'], { error: 'must be delegate or manager' })
          .default('delegate')
          .openapi({ description: 'delegate: it may rebalance; manager: it may do everything, once it accepts' }),
      })
      .openapi('LpVaultSetStrategyRequest'),
    UnsignedSetting,
    ['read_needed', 'role_not_configured'],
    byFactory,
  ),
}
