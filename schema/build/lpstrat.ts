import * as z from 'zod'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, names, NonZeroAddress, payingFields, UnsignedCalldata } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { EvmAddress } from '../common.ts'
import { amountOrNull } from '../fields.ts'
import type { ErrorCode } from '../errors.ts'
import { operation } from '../operation.ts'
import { UnsignedApprovals, UnsignedEmergency, UnsignedSetting } from './lpstratCalldata.ts'
import { builds, buildsByRead, roles, type Needs } from '../needs.ts'
import { tokenAmount } from '../tokenAmount.ts'

const byFactory: Needs = { ...buildsByRead, ...roles('lpVaultFactory') }
const forUnstated: Needs = { RPC_URLS: { error: 'read_needed', when: 'the body omits a setting' } }

const BODY = { bound: 16_384, kind: 'object' } as const

const onStrategy = {
  ...builderFields,
  strategy: NonZeroAddress.meta(names('LP strategy that the call goes to', 'strategy: issue')),
} as const

const onLpVault = {
  ...builderFields,
  vault: NonZeroAddress.meta(
    names('LP vault that the call goes to; the configured factory must have created it', 'LP vault: invalid'),
  ),
} as const

const flag = (description: string) => z.boolean().meta({ description, example: true })

const bps = (name: string) =>
  bodyInteger({
    min: 0n,
    max: 2000n,
    example: '300',
    description: `${name}, in basis points; with 0 nearly every swap or deposit fails. Unchanged if omitted`,
  }).optional()

const withdrawal = tokenAmount({
  field: 'amount',
  min: 0n,
  max: 2n ** 256n - 1n,
  example: '1000000',
  description: 'Amount of the token to withdraw',
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
    'Build setLpVault of an LP strategy',
    'Builds the call that sets the LP vault that holds the liquidity of an LP strategy. Only the owner of the strategy may send it. The strategy must not hold shares of its current LP vault. The current and new values are in `changes`. Nothing is sent.',
    z
      .strictObject({
        ...onStrategy,
        lpVault: EvmAddress.meta(
          names(
            'LP vault of the strategy’s creator coin and USDC, created by the configured factory; the zero address removes the current one',
            'LP vault: invalid',
          ),
        ),
      })
      .meta({ id: 'LpSetVaultRequest' }),
    UnsignedSetting,
    ['read_needed', 'role_not_configured'],
    byFactory,
  ),
  buildLpSetSwapPool: strategyBuilder(
    'buildLpSetSwapPool',
    '/v1/build/lpstrat/setSwapPool',
    'Build setSwapPool of an LP strategy',
    'Builds the call that sets or removes the pool that an LP strategy swaps in. Only the owner of the strategy may send it. It does not move liquidity: for that use buildLpSetVault. The current and new values are in `changes`. Nothing is sent.',
    z
      .strictObject({
        ...onStrategy,
        swapPool: EvmAddress.meta(
          names(
            'Pool of the strategy’s creator coin and USDC; the zero address removes the current one',
            'pool: issue',
          ),
        ),
      })
      .meta({ id: 'LpSetSwapPoolRequest' }),
    UnsignedSetting,
  ),
  buildLpSetDexFactory: strategyBuilder(
    'buildLpSetDexFactory',
    '/v1/build/lpstrat/setDexFactory',
    'Build setDexFactory of an LP strategy',
    'Builds the call that sets the Uniswap v3 factory where an LP strategy looks up pools. Only the owner of the strategy may send it. Newer strategies do not have this function; the answer then has the issue function_not_in_contract. Nothing is sent.',
    z
      .strictObject({
        ...onStrategy,
        dexFactory: NonZeroAddress.meta(names('Uniswap v3 factory', 'factory: issue')),
      })
      .meta({ id: 'LpSetDexFactoryRequest' }),
    UnsignedSetting,
  ),
  buildLpSetAutoFeeTier: strategyBuilder(
    'buildLpSetAutoFeeTier',
    '/v1/build/lpstrat/setAutoFeeTier',
    'Build setAutoFeeTier of an LP strategy',
    'Builds the call that sets whether an LP strategy chooses the fee tier of its swaps itself. Only the owner of the strategy may send it. Newer strategies do not have this function (issue function_not_in_contract). To set a tier use buildLpSetParameters. Nothing is sent.',
    z
      .strictObject({ ...onStrategy, autoFeeTier: flag('Whether the strategy chooses the fee tier itself') })
      .meta({ id: 'LpSetAutoFeeTierRequest' }),
    UnsignedSetting,
  ),
  buildLpSetParameters: strategyBuilder(
    'buildLpSetParameters',
    '/v1/build/lpstrat/setParameters',
    'Build setParameters of an LP strategy',
    'Builds the call that sets how much an LP strategy swaps, its slippage limits and its fee tier. Only the owner of the strategy may send it. An omitted setting keeps its current value. The current and new values are in `changes`. Nothing is sent.',
    z
      .strictObject({
        ...onStrategy,
        maxSwapPercent: bodyInteger({
          min: 0n,
          max: 100n,
          example: '5',
          description:
            'Largest part of the idle creator coins that one deposit sells, in percent (the contract accepts up to 10000, which has the same effect as 100). Unchanged if omitted',
          hint: ' percent; the contract accepts up to 10000, which has the same effect as 100',
        }).optional(),
        swapSlippageBps: bps('Largest loss of a swap'),
        depositSlippageBps: bps('Largest loss of a deposit or rebalance'),
        swapPoolFee: bodyInteger({
          min: 0n,
          max: 999_999n,
          example: '3000',
          description:
            'Fee tier of the pool that the strategy swaps in, in hundredths of a basis point, usually 100, 500, 3000 or 10000. Unchanged if omitted',
        }).optional(),
      })
      .meta({ id: 'LpSetParametersRequest' }),
    UnsignedSetting,
    ['read_needed'],
    forUnstated,
  ),
  buildLpSetActive: strategyBuilder(
    'buildLpSetActive',
    '/v1/build/lpstrat/setActive',
    'Build setActive of an LP strategy',
    'Builds the call that activates or deactivates an LP strategy. Only the owner of the strategy may send it. An active strategy invests its deposits; an inactive one keeps its liquidity. To withdraw the liquidity use buildLpOwnerEmergencyWithdrawFromLp. Nothing is sent.',
    z
      .strictObject({ ...onStrategy, active: flag('Whether the strategy invests its deposits') })
      .meta({ id: 'LpSetActiveRequest' }),
    UnsignedSetting,
  ),
  buildLpInitializeApprovals: strategyBuilder(
    'buildLpInitializeApprovals',
    '/v1/build/lpstrat/initializeApprovals',
    'Build initializeApprovals of an LP strategy',
    'Builds the call that makes an LP strategy give its router, LP vault and lending pool unlimited approvals. Only the owner of the strategy may send it. It is needed once after these contracts are set. `grants` lists each spender and token. Nothing is sent.',
    z
      .strictObject({
        ...payingFields,
        strategy: NonZeroAddress.meta(
          names(
            'LP strategy that the call goes to, and whose router, LP vault and lending pool get the approvals',
            'strategy: refused',
          ),
        ),
      })
      .meta({ id: 'LpInitializeApprovalsRequest' }),
    UnsignedApprovals,
    ['contract_not_proven', 'read_needed', 'role_not_configured'],
  ),
  buildLpRebalance: strategyBuilder(
    'buildLpRebalance',
    '/v1/build/lpstrat/rebalance',
    'Build a rebalance of an LP strategy',
    'Builds a rebalance of an LP strategy: idle creator coins and USDC go into the LP vault, which moves its positions to the current price. Only the owner and the creator vault of the strategy may send it. To rebalance the LP vault alone use buildLpVaultRebalance. Nothing is sent.',
    z.strictObject(onStrategy).meta({ id: 'LpRebalanceRequest' }),
    UnsignedCalldata,
  ),
  buildLpOwnerEmergencyWithdraw: strategyBuilder(
    'buildLpOwnerEmergencyWithdraw',
    '/v1/build/lpstrat/ownerEmergencyWithdraw',
    'Build an emergency withdrawal from an LP strategy',
    'Builds the call that sends a token from an inactive LP strategy (see buildLpSetActive) to its creator vault. Only the owner of the strategy may send it. For liquidity in the LP vault, send buildLpOwnerEmergencyWithdrawFromLp first. Nothing is sent.',
    withChoices(
      z.strictObject({
        ...onStrategy,
        token: NonZeroAddress.meta(names('ERC-20 token that the strategy holds', 'token: accepted')),
        to: NonZeroAddress.meta(
          names('Must be the creator vault of the strategy, `vault` in getLpStrategy', 'vault: invalid'),
        ),
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
    'Build an emergency withdrawal of all LP vault shares',
    'Builds the call that redeems all LP vault shares of an LP strategy and sends the proceeds to its creator vault (ownerEmergencyWithdrawFromCharm). Only the owner of the strategy may send it. For tokens that the strategy itself holds use buildLpOwnerEmergencyWithdraw. Nothing is sent.',
    z.strictObject(onStrategy).meta({ id: 'LpOwnerEmergencyWithdrawFromLpRequest' }),
    UnsignedCalldata.extend({
      shares: amountOrNull('LP vault shares that the strategy holds; `null` if unknown'),
    }).meta({ id: 'UnsignedLpExit', extends: UnsignedCalldata }),
  ),
  buildLpVaultRebalance: strategyBuilder(
    'buildLpVaultRebalance',
    '/v1/build/lpstrat/vault/rebalance',
    'Build a rebalance of an LP vault',
    'Builds a rebalance of an LP vault, which moves its positions to the current price. Only its manager and its rebalance delegate may send it (anyone, if it has no delegate), and only after its period has passed. To rebalance a whole strategy use buildLpRebalance. Nothing is sent.',
    z.strictObject(onLpVault).meta({ id: 'LpVaultRebalanceRequest' }),
    UnsignedCalldata,
    ['read_needed', 'role_not_configured'],
    byFactory,
  ),
  buildLpVaultSetStrategy: strategyBuilder(
    'buildLpVaultSetStrategy',
    '/v1/build/lpstrat/vault/setStrategy',
    'Build a change of an LP vault’s delegate or manager',
    'Builds the call that sets the rebalance delegate of an LP vault (setRebalanceDelegate) or proposes its next manager (setManager), who must then call acceptManager() of the LP vault. Only the current manager may send it. The current and new values are in `changes`. Nothing is sent.',
    z
      .strictObject({
        ...onLpVault,
        strategy: NonZeroAddress.meta(
          names('Address that becomes the rebalance delegate or the next manager', 'account'),
        ),
        mode: z
          .enum(['delegate', 'manager'], { error: 'must be delegate or manager' })
          .default('delegate')
          .describe(
            'delegate: the address may rebalance. manager: the address may do everything, after it calls acceptManager()',
          ),
      })
      .meta({ id: 'LpVaultSetStrategyRequest' }),
    UnsignedSetting,
    ['read_needed', 'role_not_configured'],
    byFactory,
  ),
}
