import type { build } from '../../../schema/build.ts'
import { vaultAuthAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import type { Issue } from '../../../schema/calldata.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { describeDemoShares, refuseDemoVaults } from '../demoVaults.ts'
import { bucketPrice, LAST_BUCKET } from './bucketPrice.ts'
import { priceText } from './loanWording.ts'

/**
 * Builds `setMinBucketIndex(nextMinBucketIndex)` of the rule book of a lending vault: the highest price at which the vault
 * may lend. Its admin's key is needed (`admin()`, read at that block).
 *
 * Throws invalid_request for a contract that is no such rule book, demo_vault for a vault that has not launched.
 */
export const buildLendpoolSetMinBucketIndex: Handler<
  typeof build.buildLendpoolSetMinBucketIndex,
  BuildContext
> = async ({ body, principal }, context) => {
  const { auth, minBucketIndex } = body
  const from = senderOf(principal, body.from)
  const { config } = context.chain
  refuseDemoVaults('auth', [auth], config.demoVaults, {})
  const read = await readIfReachable(context.chain, (describe) => {
    const call = describe.at(auth, vaultAuthAbi)
    return {
      admin: call('admin'),
      isAdmin: call('isAdmin', [from]),
      current: call('minBucketIndex'),
      demoShares: describeDemoShares(describe, config),
    }
  })
  const { admin = null, isAdmin = null, current = null, demoShares = {} } = read?.value ?? {}
  refuseDemoVaults('auth', [auth], config.demoVaults, demoShares)
  // A bucket that there is not is no index of a rule book, and has no price.
  if (read && (admin === null || current === null || current > LAST_BUCKET))
    throw new ApiError(
      'invalid_request',
      `auth: ${auth} is no rule book of a lending vault; name the AUTH of the inner vault, not the strategy`,
    )
  const isSame = current === minBucketIndex
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: auth,
        abi: vaultAuthAbi,
        functionName: 'setMinBucketIndex',
        args: [minBucketIndex],
        describe: ([index]) =>
          `Let the vault of the rule book ${auth} lend at bucket ${index} and beyond, at no price above ${priceText(bucketPrice(index))} quote tokens for one collateral token.`,
      }),
      approvals: [],
      issues: admin === null || isAdmin || admin === from ? [] : [notAdmin(admin)],
      warnings: isSame ? [`The smallest index is ${minBucketIndex} already: this changes nothing.`] : [],
      asOf: read?.asOf ?? null,
      extra: {
        admin,
        currentMinBucketIndex: current === null ? null : String(current),
        currentMinBucketPriceWad: current === null ? null : String(bucketPrice(current)),
        minBucketPriceWad: String(bucketPrice(minBucketIndex)),
      },
    },
    context,
  )
}

const notAdmin = (admin: `0x${string}`): Issue => ({
  code: 'not_admin',
  message: `the admin is ${admin}: its key is needed; where it is a smart wallet, have it send this call`,
  reverts: 'NotAuthorized',
  admin,
})
