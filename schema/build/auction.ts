import * as z from 'zod'
import { builder, jsonBody, ok } from '../builder.ts'
import { names, NonZeroAddress, payingFields, UnsignedCalldata } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { EvmAddress } from '../common.ts'
import { addressOrNull, integerOrNull, textOrNull } from '../fields.ts'
import { operation } from '../operation.ts'
import { buildsByRead } from '../needs.ts'
import { decimalPrice, inQ96, priceInBody } from '../price.ts'
import { tokenAmount } from '../tokenAmount.ts'

const maxPrice = priceInBody('maxPriceQ96', 'maxPrice', 'Highest price of the bid')
const prevTickPrice = priceInBody(
  'prevTickPriceQ96',
  'prevTickPrice',
  'Price where the auction starts its search for the position of this bid: one that has been bid, and is lower',
  'Found automatically if omitted. ',
)

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
    maxPriceQ96: maxPrice.q96,
    maxPrice: maxPrice.decimal,
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
    prevTickPriceQ96: prevTickPrice.q96,
    prevTickPrice: prevTickPrice.decimal,
    rounding: z
      .enum(['down', 'exact'], { error: 'must be down or exact' })
      .default('down')
      .describe(
        'down: a highest price between two ticks is rounded down, and `warnings` says so. exact: it is refused, unless `maxPrice` has it to 18 significant digits',
      ),
  }),
  'AuctionSubmitBidRequest',
  {
    one: [
      ['maxPriceQ96', 'maxPrice'],
      ['amountWei', 'amountDecimal'],
    ],
    most: [['prevTickPriceQ96', 'prevTickPrice']],
  },
)

const UnsignedBid = UnsignedCalldata.extend({
  auction: EvmAddress.describe('Auction that the bid goes to'),
  overload: z.literal('submitBid5').meta({
    description: 'Overload of submitBid that was built: the one with five arguments',
    type: 'string',
    enum: ['submitBid5'],
  }),
  maxPriceQ96Requested: inQ96('Requested price'),
  maxPriceRequested: decimalPrice('Requested price'),
  maxPriceQ96: inQ96('Price of the bid: the requested price, rounded down to a multiple of the tick spacing'),
  maxPrice: decimalPrice('Price of the bid'),
  prevTickPriceQ96: inQ96('Price where the auction starts its search for the position of the bid'),
  prevTickPrice: decimalPrice('The same price'),
  tickSpacing: inQ96('Tick spacing'),
  tickSpacingDecimal: decimalPrice('Tick spacing'),
  clearingPriceQ96: inQ96('Clearing price after a simulated checkpoint(); the floor price before the auction starts'),
  clearingPrice: decimalPrice('Clearing price'),
  minBidPriceQ96: inQ96('Lowest multiple of the tick spacing above the clearing price'),
  minBidPrice: decimalPrice('Lowest price of a bid now'),
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
