import * as z from 'zod'
import { Simulation, UnsignedApproval, UnsignedCalldata } from '../calldata.ts'
import { Amount, atOneBlock, EvmAddress } from '../common.ts'
import { amountOrNull } from '../fields.ts'
import { expiresAt, STALE_SECONDS } from '../expiry.ts'
import { DexToken, quoteFields } from './dexParts.ts'

const SwapCall = z.object({
  function: z.string().meta({
    description: 'Function signature of a router call',
    example: 'unwrapWETH9(uint256,address)',
  }),
  args: z.record(z.string(), z.unknown()).meta({
    description: 'Arguments by name, decoded from `data`; integers as decimal strings',
    type: 'object',
    additionalProperties: true,
  }),
  description: z.string().meta({ description: 'Effect of the call', example: 'Unwrap at least 1 WETH.' }),
})

const { kind, tokenIn, tokenOut, minAmountOut, maxAmountIn, path } = quoteFields

export const UnsignedSwap = UnsignedCalldata.extend({
  kind,
  tokenIn,
  tokenOut,
  minAmountOut,
  maxAmountIn,
  path,
  recipient: EvmAddress.describe('Receiver of the bought tokens'),
  deadline: z.int().meta({ description: 'Time after which the swap reverts, unix seconds', example: 1780000600 }),
  swapCalls: z.array(SwapCall).describe('Calls inside `multicall`, in order'),
  quote: z
    .object(quoteFields)
    .nullable()
    .describe('Quote of the swap as of the block of `asOf`; null if no node answered'),
  receivedAmount: amountOrNull(
    'Recipient’s gain in the simulation, in base units of tokenOut; below the quoted output if the token has a transfer fee; null if the simulation does not show it, and for the native currency',
  ),
}).meta({ id: 'UnsignedSwap', extends: UnsignedCalldata })

export const DexApproval = atOneBlock('DexApproval', {
  token: DexToken.describe('Token to approve'),
  owner: EvmAddress.describe('Owner of the tokens'),
  spender: EvmAddress.describe('The router; it uses ERC-20 allowances, not Permit2'),
  amount: Amount.describe('Amount that the router may take, in base units'),
  allowance: Amount.describe('Current allowance as of the block of `asOf`, in base units'),
  isApproved: z.boolean().meta({ description: 'Whether the allowance covers the amount', example: false }),
  reset: UnsignedApproval.nullable().describe(
    'Call to send before the approval, for a token that changes an allowance only from zero; otherwise null',
  ),
  approval: UnsignedApproval.nullable().describe(
    'Call that approves exactly the amount; null if the allowance covers it',
  ),
  expiresAt: expiresAt(
    `the owner can change the allowance at any time, so the answer is valid for ${STALE_SECONDS.build} seconds after the block of asOf`,
  ),
  simulation: Simulation.nullable().describe(
    'Simulation of `reset` and `approval`, sent by the owner; null if no call is needed',
  ),
})
