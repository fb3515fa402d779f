import * as z from 'zod'
import { bodyInteger, builderFields, NonZeroAddress } from '../calldata.ts'
import { EvmAddress } from '../common.ts'

const MAX_WEI = 2n ** 256n - 1n
/** Calls of one plan. */
export const MOST_CALLS = 16

export const SmartWallet = NonZeroAddress.describe('The smart wallet (coinbase/smart-wallet)')

const Call = z
  .strictObject({
    from: NonZeroAddress.optional().describe('Sender of this call; default: the top-level `from`'),
    to: NonZeroAddress.describe('Contract or account to call'),
    data: z
      .string()
      .regex(/^0x([0-9a-fA-F]{2})*$/, 'must be 0x and an even number of hex digits')
      .default('0x')
      .meta({ description: 'Calldata', example: '0xa9059cbb' }),
    value: bodyInteger({
      min: 0n,
      max: MAX_WEI,
      example: '0',
      description: 'Value to send, in wei; default 0',
    }).optional(),
  })
  .meta({ id: 'DeployCall' })

const planFields = {
  from: NonZeroAddress.optional().describe(
    'Sender of the calls; default: the signed-in address. Send the smart wallet’s address if it sends the calls',
  ),
  chainId: builderFields.chainId,
  calls: z.array(Call).min(1).max(MOST_CALLS).describe(`Unsigned calls in order, 1 to ${MOST_CALLS}`),
} as const

export const DeployPlan = z.strictObject(planFields).meta({ id: 'DeployPlan' })
export type DeployPlan = z.output<typeof DeployPlan>

const SessionId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/, 'must be 1 to 128 of the characters A-Z a-z 0-9 _ -')
  .meta({
    description: 'Session id that the owner chooses; unique per owner',
    example: 'aurora-2026-11-22',
  })

export const DeploySessionRequest = z
  .strictObject({ id: SessionId, ...planFields })
  .meta({ id: 'DeploySessionRequest' })

export const DeploySessionStatusRequest = z
  .object({
    id: SessionId,
    includeData: z.boolean().default(false).meta({
      description: 'Whether the response includes the calldata, to continue after a crash',
      example: false,
    }),
  })
  .meta({ id: 'DeploySessionStatusRequest' })

export const DeployTransaction = z
  .strictObject({
    id: SessionId,
    call: z
      .int()
      .min(0)
      .max(MOST_CALLS - 1)
      .meta({ description: 'Index in `calls` of the plan, from 0', example: 0 }),
    txHash: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
      .meta({
        description:
          'Transaction that carries out the call: the call itself, a transaction to the sender’s smart wallet that contains it, or a bundle with an ERC-4337 operation of the sender that contains it. A transaction counts for equal calls as often as it contains the call',
        example: `0x${'5c'.repeat(32)}`,
      }),
  })
  .meta({ id: 'DeployTransaction' })

export const DeploySessionReference = z.strictObject({ id: SessionId }).meta({ id: 'DeploySessionReference' })

export const SmartWalletOwnerRequest = z
  .object({
    smartWallet: SmartWallet,
    ownerAddress: EvmAddress.describe('Address to check as an owner'),
  })
  .meta({ id: 'SmartWalletOwnerRequest' })

export const SmartWalletOwnersRequest = z.object({ smartWallet: SmartWallet }).meta({ id: 'SmartWalletOwnersRequest' })
