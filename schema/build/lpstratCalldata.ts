import { z } from '@hono/zod-openapi'
import { UnsignedCalldata } from '../calldata.ts'
import { Amount, EvmAddress } from '../common.ts'

const Changes = z.array(
  z
    .object({
      name: z.string().openapi({ description: 'Name of the setting', example: 'swapPoolFee' }),
      current: z
        .string()
        .nullable()
        .openapi({ description: 'Current value; `null` if the contract does not report it', example: '3000' }),
      next: z.string().openapi({ description: 'Value that the call sets', example: '500' }),
    })
    .openapi('SettingChange'),
)

export const UnsignedSetting = UnsignedCalldata.extend({
  changes: Changes.openapi({ description: 'Settings with their current and new values, as of asOf' }),
}).openapi('UnsignedSetting')

export const UnsignedApprovals = UnsignedCalldata.extend({
  grants: z
    .array(
      z
        .object({
          token: EvmAddress.openapi({ description: 'Token that may be spent' }),
          spender: EvmAddress.openapi({ description: 'Contract that may spend it' }),
          allowance: Amount.nullable().openapi({
            description: 'Current allowance of the spender, in base units; `null` if unknown',
          }),
        })
        .openapi('ApprovalGrant'),
    )
    .nullable()
    .openapi({
      description: 'Unlimited approvals that the call gives, by token and spender; `null` if no node answered',
    }),
}).openapi('UnsignedApprovals')

export const UnsignedEmergency = UnsignedCalldata.extend({
  balance: Amount.nullable().openapi({
    description: 'Balance of the strategy, in base units of the token; `null` if unknown',
  }),
}).openapi('UnsignedEmergency')
