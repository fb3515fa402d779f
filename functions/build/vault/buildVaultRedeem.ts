import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import type { BuildHandler } from '../context.ts'
import { exitCall } from './exitCall.ts'

/**
 * Builds `redeem(shares, receiver, owner)` of a creator vault (ERC-4626): an exact amount of shares for the assets
 * that it gives. Throws what exitCall throws.
 */
export const buildVaultRedeem: BuildHandler<'buildVaultRedeem'> = defineBuilder((request, context) =>
  exitCall('redeem', request, context),
)
