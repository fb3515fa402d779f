import * as z from 'zod'
import { UnsignedCalldata } from '../calldata.ts'
import { EvmAddress } from '../common.ts'
import { amountOrNull } from '../fields.ts'

const Changes = z.array(
  z
    .object({
      name: z.string().meta({ description: 'Name of the setting', example: 'swapPoolFee' }),
      current: z
        .string()
        .nullable()
        .meta({ description: 'Current value; `null` if the contract does not report it', example: '3000' }),
      next: z.string().meta({ description: 'Value that the call sets', example: '500' }),
    })
    .meta({ id: 'SettingChange' }),
)

export const UnsignedSetting = UnsignedCalldata.extend({
  changes: Changes.describe('Settings with their current and new values, as of asOf'),
}).meta({ id: 'UnsignedSetting', extends: UnsignedCalldata })

export const UnsignedApprovals = UnsignedCalldata.extend({
  grants: z
    .array(
      z
        .object({
          token: EvmAddress.describe('Token that may be spent'),
          spender: EvmAddress.describe('Contract that may spend it'),
          allowance: amountOrNull('Current allowance of the spender, in base units; `null` if unknown'),
        })
        .meta({ id: 'ApprovalGrant' }),
    )
    .nullable()
    .describe('Unlimited approvals that the call gives, by token and spender; `null` if no node answered'),
}).meta({ id: 'UnsignedApprovals', extends: UnsignedCalldata })

export const UnsignedEmergency = UnsignedCalldata.extend({
  balance: amountOrNull('Balance of the strategy, in base units of the token; `null` if unknown'),
}).meta({ id: 'UnsignedEmergency', extends: UnsignedCalldata })
