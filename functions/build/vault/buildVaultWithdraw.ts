import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import type { BuildHandler } from '../context.ts'
import { exitCall } from './exitCall.ts'

/**
 * Builds `withdraw(assets, receiver, owner)` of a creator vault (ERC-4626): an exact amount of assets for the shares
 * that it takes. Throws what exitCall throws.
 */
export const buildVaultWithdraw: BuildHandler<'buildVaultWithdraw'> = defineBuilder((request, context) =>
  exitCall('withdraw', request, context),
)
