import * as z from 'zod'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, names, NonZeroAddress, payingFields, UnsignedCalldata } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { Amount, EvmAddress } from '../common.ts'
import { addressOrNull, integerOrNull, textOrNull } from '../fields.ts'
import { operation } from '../operation.ts'
import { buildsByRead } from '../needs.ts'
import { tokenAmount } from '../tokenAmount.ts'

const priceQ96 = (description: string) =>
  bodyInteger({ min: 1n, max: 2n ** 256n - 1n, example: '39614081257132168796771975', description })

const humanPrice = z.string().nullable()

const budget = tokenAmount({
  field: 'amountWei',
  min: 1n,
  max: 2n ** 128n - 1n,
  example: '1000000000000000000',
  description: 'Whole budget of the bid, in the currency of the auction',
})

const SubmitBidRequest = withChoices(
  z.strictObject({
    ...payingFields,
    auction: NonZeroAddress.meta(names('Auction, or launch arm whose current auction is meant', 'auction: refused')),
    maxPriceQ96: priceQ96(
      'Highest price of the bid: base units of the currency for one base unit of the token, times 2^96; a multiple of the tick spacing, see `rounding`',
    ),
    amountWei: budget.base,
    amountDecimal: budget.decimal,
    owner: NonZeroAddress.meta(
      names('Owner of the bid; receives the tokens and the unspent part of the budget', 'account'),
    ),
    hookData: z
      .string({ error: 'must be a hexadecimal string' })
      .regex(/^0x([0-9a-fA-F]{2})*$/, { error: 'must be 0x and an even number of hexadecimal digits' })
      .transform((bytes): `0x${string}` => `0x${bytes.slice(2).toLowerCase()}`)
      .optional()
      .meta({
        description: 'Data for the auction’s validation hook, the contract that must approve every bid; 0x by default',
        example: '0x',
      }),
    prevTickPriceQ96: priceQ96(
      'A price that has been bid, below maxPriceQ96, where the auction starts its search for the position of this bid; found automatically if omitted',
    ).optional(),
    rounding: z
      .enum(['down', 'exact'], { error: 'must be down or exact' })
      .default('down')
      .describe('A price between two ticks is rounded down (down) or refused (exact)'),
  }),
  'AuctionSubmitBidRequest',
  { one: [['amountWei', 'amountDecimal']] },
)

const UnsignedBid = UnsignedCalldata.extend({
  auction: EvmAddress.describe('Auction that the bid goes to'),
  overload: z.literal('submitBid5').meta({
    description: 'Overload of submitBid that was built: the one with five arguments',
    type: 'string',
    enum: ['submitBid5'],
  }),
  maxPriceQ96Requested: Amount.describe(
    'Requested price, Q96 (base units of the currency for one base unit of the token, times 2^96)',
  ),
  maxPriceQ96: Amount.describe(
    'Price of the bid, Q96: the requested price, rounded down to a multiple of the tick spacing',
  ),
  maxPrice: humanPrice.meta({
    description: 'Price of the bid, in currency for one whole token; `null` if decimals are unknown',
    example: '0.0005',
  }),
  prevTickPriceQ96: Amount.describe('Price where the auction starts its search for the position of the bid, Q96'),
  tickSpacing: Amount.describe('Tick spacing, Q96'),
  clearingPriceQ96: Amount.describe(
    'Clearing price after a simulated checkpoint(), Q96; the floor price before the auction starts',
  ),
  clearingPrice: humanPrice.describe('Clearing price, in currency for one whole token; `null` if decimals are unknown'),
  minBidPriceQ96: Amount.describe('Lowest multiple of the tick spacing above the clearing price, Q96'),
  minBidPrice: humanPrice.describe(
    'Lowest price of a bid now, in currency for one whole token; `null` if decimals are unknown',
  ),
  currency: EvmAddress.describe('Currency that bids are paid in; the zero address is the native currency'),
  currencySymbol: textOrNull('Symbol of the currency'),
  currencyDecimals: integerOrNull('Decimals of the currency'),
  auctionToken: addressOrNull('The token on sale'),
  auctionTokenSymbol: textOrNull('Symbol of the token on sale'),
  auctionTokenDecimals: integerOrNull('Decimals of the token on sale'),
}).meta({ id: 'UnsignedBid', extends: UnsignedCalldata })

/** Builders of a clearing auction's transactions. */
export const buildAuction = {
  buildAuctionSubmitBid: operation({
    ...builder,
    operationId: 'buildAuctionSubmitBid',
    path: '/v1/build/auction/submitBid',
    summary: 'Build a bid in an auction (submitBid)',
    description:
      'Builds a bid. The transaction pays the whole budget, which buys tokens while the clearing price is below the highest price of the bid. The price is rounded down by default, see `rounding`. If the currency is a token, approvals come first. Nothing is sent. For prices use getAuctionStatus.',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['contract_not_proven', 'demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': {
      ...buildsByRead,
      registry: { error: 'role_not_configured', when: 'the configuration does not name the auction' },
      permit2: { error: 'role_not_configured', when: 'the currency of the auction is a token' },
    },
    request: { body: jsonBody(SubmitBidRequest) },
    responses: ok(UnsignedBid),
  }),
}
