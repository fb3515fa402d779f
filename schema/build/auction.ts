import { z } from '@hono/zod-openapi'
import { builder, jsonBody, ok } from '../builder.ts'
import { bodyInteger, builderFields, NonZeroAddress, UnsignedCalldata } from '../calldata.ts'
import { withChoices } from '../choices.ts'
import { Amount, EvmAddress } from '../common.ts'
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
  description: 'The whole budget in the currency of the auction',
})

const SubmitBidRequest = withChoices(
  z.object({
    ...builderFields,
    auction: NonZeroAddress.openapi({
      description: 'Clearing auction, or a launch arm, which stands for its current auction',
    }),
    maxPriceQ96: priceQ96(
      'Highest price: base units of the currency for one base unit of the token, times 2^96; must be a multiple of the tick spacing, see rounding',
    ),
    amountWei: budget.base,
    amountDecimal: budget.decimal,
    owner: NonZeroAddress.openapi({ description: 'Owner of the bid: receives the tokens and whatever is not spent' }),
    hookData: z
      .string({ error: 'must be a hexadecimal string' })
      .regex(/^0x([0-9a-fA-F]{2})*$/, { error: 'must be 0x and an even number of hexadecimal digits' })
      .transform((bytes): `0x${string}` => `0x${bytes.slice(2).toLowerCase()}`)
      .optional()
      .openapi({
        description: 'Data for the auction’s validation hook, the contract that must approve every bid; 0x by default',
        example: '0x',
      }),
    prevTickPriceQ96: priceQ96(
      'A price that has been bid, below maxPriceQ96, from which the auction searches for the position of this one; determined here by default',
    ).optional(),
    rounding: z
      .enum(['down', 'exact'], { error: 'must be down or exact' })
      .default('down')
      .openapi({ description: 'What to do with a price between two ticks: round it down, or refuse it' }),
  }),
  'AuctionSubmitBidRequest',
  { one: [['amountWei', 'amountDecimal']] },
)

const UnsignedBid = UnsignedCalldata.extend({
  auction: EvmAddress.openapi({ description: 'The auction that the bid goes to' }),
  overload: z.literal('submitBid5').openapi({
    description: 'Which submitBid was built: the one with five arguments',
    type: 'string',
    enum: ['submitBid5'],
  }),
  maxPriceQ96Requested: Amount.openapi({
    description:
      'The price that was asked for, Q96 (base units of the currency for one base unit of the token, times 2^96)',
  }),
  maxPriceQ96: Amount.openapi({
    description: 'The price of the bid: the requested one, at a multiple of the tick spacing',
  }),
  maxPrice: humanPrice.openapi({ description: 'The same in currency for one whole token', example: '0.0005' }),
  prevTickPriceQ96: Amount.openapi({
    description: 'Price from which the auction searches for the position of the bid',
  }),
  tickSpacing: Amount.openapi({ description: 'Tick spacing, Q96' }),
  clearingPriceQ96: Amount.openapi({
    description: 'Clearing price after a simulated checkpoint(); before the start, the floor price',
  }),
  clearingPrice: humanPrice.openapi({ description: 'The same in currency for one whole token' }),
  minBidPriceQ96: Amount.openapi({ description: 'The lowest multiple of the tick spacing above the clearing price' }),
  minBidPrice: humanPrice.openapi({ description: 'The same in currency for one whole token' }),
  currency: EvmAddress.openapi({ description: 'The zero address for the native currency' }),
  currencySymbol: z.string().nullable().openapi({ description: 'Symbol of the currency' }),
  currencyDecimals: z.int().nullable().openapi({ description: 'Decimals of the currency' }),
  auctionToken: EvmAddress.nullable().openapi({ description: 'The token on sale' }),
  auctionTokenSymbol: z.string().nullable().openapi({ description: 'Symbol of the token on sale' }),
  auctionTokenDecimals: z.int().nullable().openapi({ description: 'Decimals of the token on sale' }),
}).openapi('UnsignedBid')

/** Builders of a clearing auction's transactions. */
export const buildAuction = {
  buildAuctionSubmitBid: operation({
    ...builder,
    operationId: 'buildAuctionSubmitBid',
    path: '/v1/build/auction/submitBid',
    summary: 'Build submitBid(maxPrice, amount, owner, prevTickPrice, hookData) of a clearing auction',
    description:
      'Builds a bid: the whole budget is paid when it is sent, and it buys as long as the clearing price is below the highest price named. Tick spacing, clearing price and the position of the price are read from the auction; if the currency is a token, an approval comes first. Nothing is sent. Read prices with getAuctionStatus; the price is rounded by default, see rounding.',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['demo_vault', 'read_needed', 'role_not_configured'],
    'x-needs': {
      ...buildsByRead,
      permit2: { error: 'role_not_configured', when: 'the currency of the auction is a token' },
    },
    request: { body: jsonBody(SubmitBidRequest) },
    responses: ok(UnsignedBid),
  }),
}
