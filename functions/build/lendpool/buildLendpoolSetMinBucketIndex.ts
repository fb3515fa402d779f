import type { BuildHandler } from '../context.ts'
import { vaultAuthAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { isRuleBook, ruleBookCalls } from '../../../shared/domain/lendpool/lenderCalls.ts'
import { unprovenIssue } from '../requireProven.ts'
import { notAdmin, describeMinBucket } from './lenderSettings.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { configuredAs, notProven } from '../../../shared/domain/provenance/provenance.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { bucketPriceText, priceText } from '../../../shared/domain/lendpool/wadText.ts'
import { bucketPrice } from '../../../shared/domain/lendpool/bucketPrice.ts'

/**
 * Builds `setMinBucketIndex(nextMinBucketIndex)` of the rule book of a lending vault: the highest price at which the
 * vault may lend. Only its admin may send it (`admin()`, read at that block).
 *
 * Throws invalid_request for a contract that is not such a rule book, demo_vault for a vault that has not launched.
 */
export const buildLendpoolSetMinBucketIndex: BuildHandler<'buildLendpoolSetMinBucketIndex'> = defineBuilder(
  async ({ body, from }, context) => {
    const { auth, minBucketIndex } = body
    const { config } = context.chain
    refuseDemoVaults({ auth }, config)
    const read = await readIfReachable(context.chain, (describe) => ({
      ruleBook: ruleBookCalls(describe, auth),
      isAdmin: describe.at(auth, vaultAuthAbi)('isAdmin', [from]),
      demoShares: describeDemoShares(describe, config),
    }))
    refuseDemoVaults({ auth }, config, read?.value.demoShares)
    if (read && !isRuleBook(read.value.ruleBook))
      throw new ApiError(
        'invalid_request',
        `auth: ${auth} is not the rule book of a lending vault; pass the address that AUTH() of the inner vault returns, not the strategy`,
      )
    const { admin = null, minBucketIndex: current = null } = read?.value.ruleBook ?? {}
    const isSame = current === minBucketIndex
    return {
      action: encodeStep({
        to: auth,
        abi: vaultAuthAbi,
        functionName: 'setMinBucketIndex',
        args: [minBucketIndex],
        describe: (args) => describeMinBucket(auth, args),
      }),
      issues: [
        ...unprovenIssue(
          {
            field: 'auth',
            address: auth,
            provenance:
              read &&
              (configuredAs(config, ['lendpoolAuth'], auth) ??
                notProven('the configuration of this deployment names it as lendpoolAuth')),
          },
          admin === from || read?.value.isAdmin === true,
        ),
        ...notAdmin(admin, read?.value.isAdmin ?? null, from),
      ],
      warnings: isSame ? [`minBucketIndex is already ${minBucketIndex}, so the call changes nothing.`] : [],
      changes: [],
      asOf: read?.asOf,
      extra: {
        admin,
        currentMinBucketIndex: decimal(current),
        currentMinBucketPriceWad: decimal(current === null ? null : bucketPrice(current)),
        currentMinBucketPrice: bucketPriceText(current),
        minBucketPriceWad: String(bucketPrice(minBucketIndex)),
        minBucketPrice: priceText(bucketPrice(minBucketIndex)),
      },
    }
  },
)
