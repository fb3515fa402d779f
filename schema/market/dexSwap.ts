import { z } from '@hono/zod-openapi'
import { Simulation, UnsignedApproval, UnsignedCalldata } from '../calldata.ts'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'
import { expiresAt, STALE_SECONDS } from '../expiry.ts'
import { DexToken, quoteFields } from './dexParts.ts'

const SwapCall = z.object({
  function: z.string().openapi({
    description: 'Signature of a function of the router',
    example: 'unwrapWETH9(uint256,address)',
  }),
  args: z.record(z.string(), z.unknown()).openapi({
    description: 'Its arguments by name, decoded back from `data`; integers as decimal strings',
    type: 'object',
    additionalProperties: true,
  }),
  description: z.string().openapi({ description: 'What it does', example: 'Unwrap at least 1 WETH.' }),
})

const { kind, tokenIn, tokenOut, minAmountOut, maxAmountIn, path } = quoteFields

export const UnsignedSwap = UnsignedCalldata.extend({
  kind,
  tokenIn,
  tokenOut,
  minAmountOut,
  maxAmountIn,
  path,
  recipient: EvmAddress.openapi({ description: 'Who gets what is bought' }),
  deadline: z.int().openapi({ description: 'Unix seconds after which the swap reverts', example: 1780000600 }),
  swapCalls: z.array(SwapCall).openapi({ description: 'The calls inside of `multicall`, in order' }),
  quote: z
    .object(quoteFields)
    .nullable()
    .openapi({ description: 'The quote behind it, at the block of asOf; null when no node answered' }),
  receivedAmount: Amount.nullable().openapi({
    description:
      'What the recipient has more of after the simulated swap, in base units of tokenOut: less than the pools pay if the token takes a fee; null where the simulation does not show it, and for the native currency',
  }),
}).openapi('UnsignedSwap')

export const DexApproval = atOneBlock('DexApproval', {
  token: DexToken.openapi({ description: 'The token' }),
  owner: EvmAddress.openapi({ description: 'Whose tokens they are' }),
  spender: EvmAddress.openapi({
    description: 'The router, which takes tokens by their own allowance, not by Permit2',
  }),
  amount: Amount.openapi({ description: 'What the router is to take, in base units' }),
  allowance: Amount.openapi({ description: 'What it may take at the block of asOf, in base units' }),
  isApproved: z.boolean().openapi({ description: 'Whether that is enough', example: false }),
  reset: UnsignedApproval.nullable().openapi({
    description:
      'A call that must come before the approval, for a token that changes an allowance only from zero; else null',
  }),
  approval: UnsignedApproval.nullable().openapi({
    description: 'The call that allows exactly the amount; null if nothing is missing',
  }),
  expiresAt: expiresAt(
    `the owner may change the allowance at any time, so it counts for ${STALE_SECONDS.build} seconds after the block of asOf`,
  ),
  simulation: Simulation.nullable().openapi({
    description: 'What these calls do when the owner sends them; null if there are none',
  }),
})
