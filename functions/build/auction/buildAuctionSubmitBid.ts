import type { BuildHandler } from '../context.ts'
import { zeroAddress } from 'viem'
import { submitBidAbi } from './submitBidAbi.ts'
import { approvePermit2, permitEnd } from './approvePermit2.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { humanPrice, moneyFields, priceTextOf } from '../../../shared/domain/auction/Money.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { requireProven } from '../requireProven.ts'
import { bidChanges } from './bidChanges.ts'
import { bidIssues, bidMeanings } from './bidIssues.ts'
import { bidPrice } from './bidPrice.ts'
import { bidWarnings, currencyLabel, describeBid } from './bidWording.ts'
import { givenPrices } from './givenPrices.ts'
import { readBidding } from './readBidding.ts'

/**
 * Builds `submitBid(maxPrice, amount, owner, prevTickPrice, hookData)` of a continuous clearing auction (Uniswap CCA):
 * in native currency the amount is the call's value, in tokens it is paid through Permit2, with the approvals that
 * requires.
 *
 * Throws read_needed without a node, invalid_request for an address that is not an auction and for an inexact price
 * when rounding is `exact`, demo_vault, contract_not_proven.
 */
export const buildAuctionSubmitBid: BuildHandler<'buildAuctionSubmitBid'> = defineBuilder(
  async ({ body, from }, context) => {
    const { chain } = context
    const { owner, hookData = '0x', maxPriceQ96, prevTickPriceQ96 } = body
    const bidding = await readBidding(chain, {
      address: body.auction,
      from,
      price: maxPriceQ96,
      prevTickPrice: prevTickPriceQ96,
    })
    const { auction, terms, money, currency, clearing, least, demoShares, provenance, asOf } = bidding
    const { field, requested, hint } = givenPrices(bidding, body)
    const sells = [body.auction, auction, terms.token.address, terms.vaultOfToken]
    refuseDemoVaults({ auction: sells, owner }, chain.config, demoShares)
    const unproven = requireProven({ field: 'auction', address: auction, provenance }, body.allowUnproven)

    const amount = baseUnits(givenIn(body.amountWei, body.amountDecimal), currencyLabel(bidding))
    const bid = bidPrice(bidding, requested, hint)
    const { price, prevTickPrice } = bid
    const text = priceTextOf(money)
    if (body.rounding === 'exact' && price !== requested)
      throw new ApiError(
        'invalid_request',
        `${field}: must be a multiple of the tick spacing ${text(terms.tickSpacing)}; the nearest multiples are ${text(price)} and ${text(price + terms.tickSpacing)}`,
      )
    const now = asOf.timestamp
    const isNative = currency === zeroAddress
    return {
      action: encodeStep({
        to: auction,
        abi: submitBidAbi,
        functionName: 'submitBid',
        args: [price, amount, owner, prevTickPrice, hookData],
        value: isNative ? amount : 0n,
        describe: (args) => describeBid(bidding, args),
      }),
      approvals: isNative
        ? []
        : approvePermit2({
            token: currencyLabel(bidding),
            permit2: chain.role('permit2'),
            spender: auction,
            amount,
            allowance: terms.allowance,
            permitted: terms.permitted,
            now,
          }),
      issues: [...unproven, ...bidIssues(bidding, { ...bid, field }, amount, hint !== undefined)],
      meanings: bidMeanings(bidding, field),
      warnings: bidWarnings(bidding, bid, { address: body.auction, from, owner, amount }),
      changes: bidChanges(bidding, { from, amount, permit2: chain.config.contracts.permit2 }),
      asOf,
      expires: {
        block: bidding.nextBlock < terms.startBlock ? terms.startBlock : terms.endBlock,
        times: isNative ? [] : [BigInt(permitEnd({ permitted: terms.permitted, amount, now }))],
      },
      extra: {
        auction,
        overload: 'submitBid5' as const,
        maxPriceQ96Requested: String(requested),
        maxPriceRequested: humanPrice(money, requested),
        maxPriceQ96: String(price),
        maxPrice: humanPrice(money, price),
        prevTickPriceQ96: String(prevTickPrice),
        prevTickPrice: humanPrice(money, prevTickPrice),
        tickSpacing: String(terms.tickSpacing),
        tickSpacingDecimal: humanPrice(money, terms.tickSpacing),
        clearingPriceQ96: String(clearing),
        clearingPrice: humanPrice(money, clearing),
        minBidPriceQ96: String(least),
        minBidPrice: humanPrice(money, least),
        ...moneyFields(money),
        currency,
      },
    }
  },
)
