import { isAddressEqual } from 'viem'
import type { Check, Report, Section } from './Report.ts'

/** Observations with which a pool can be expected to remember half an hour of trades. */
const leastCardinality = 16

type Verdict = Pick<Check, 'status' | 'details'>

/** The price of the coin, its sources, and what follows for lending against it. */
export function pricingSection({ context, link }: Report): Section {
  const { v3PoolAddress, oracleAddress, lendpoolAuthAddress } = context
  return {
    id: 'pricing',
    title: 'Pricing',
    description: 'The coin’s market, its oracle, and the lending bucket that fits',
    checks: [
      { id: 'v3-pool', label: 'Uniswap v3 pool with USDC, 0.3 %', ...pool(context), href: link(v3PoolAddress) },
      { id: 'v3-price', label: 'Price in that pool', ...price(context), href: link(v3PoolAddress) },
      { id: 'v3-oracle-capacity', label: 'Observations of that pool', ...capacity(context), href: link(v3PoolAddress) },
      { id: 'lendpool-bucket-suggested', label: 'Lending bucket for that price', ...suggestion(context), href: null },
      { id: 'oracle-v3', label: 'Oracle uses that pool', ...oracle(context), href: link(oracleAddress) },
      {
        id: 'lendpool-bucket-match',
        label: 'Lending limit fits the price',
        ...match(context),
        href: link(lendpoolAuthAddress),
      },
    ],
  }
}

type Context = Report['context']

const pool = ({ v3PoolAddress: found }: Context): Verdict =>
  found ? { status: 'pass', details: found } : { status: 'warn', details: 'There is none, or it cannot be read' }

function price({ v3TwapUsdPerCreator: mean, v3SpotUsdPerCreator: spot, v3TwapSeconds }: Context): Verdict {
  const now = `${spot ?? 'unknown'} USD now`
  if (mean !== null) return { status: 'pass', details: `${mean} USD, mean of ${v3TwapSeconds} seconds; ${now}` }
  if (spot !== null) return { status: 'warn', details: `${now}; the pool has no mean price` }
  return { status: 'warn', details: 'No price can be read' }
}

function capacity({ v3ObservationCardinality, v3ObservationCardinalityNext: next }: Context): Verdict {
  if (next === null) return { status: 'warn', details: 'Cannot be read' }
  const details = `${v3ObservationCardinality} now, ${next} next; at least ${leastCardinality} are recommended`
  return { status: Number(next) < leastCardinality ? 'warn' : 'pass', details }
}

function suggestion(context: Context): Verdict {
  const { lendpoolSuggestedBucketIndex: ours, lendpoolOracleBucketIndex: oracles, lendpoolLtvBps } = context
  const own = ours === null ? 'Needs a price' : `${ours} at ${lendpoolLtvBps / 100} % loan-to-value`
  const other = oracles === null ? '' : `; the oracle, which ignores decimals and loan-to-value, says ${oracles}`
  return { status: 'info', details: own + other }
}

function oracle({ oracleAddress, oracleV3PoolConfigured, oracleV3Pool, v3PoolAddress }: Context): Verdict {
  if (!oracleAddress || oracleV3PoolConfigured === null) return { status: 'warn', details: 'Cannot be read' }
  if (!oracleV3PoolConfigured || !oracleV3Pool) return { status: 'warn', details: 'The oracle has no pool' }
  if (!v3PoolAddress) return { status: 'warn', details: `The oracle uses ${oracleV3Pool}` }
  if (isAddressEqual(oracleV3Pool, v3PoolAddress)) return { status: 'pass', details: null }
  return { status: 'fail', details: `The oracle uses ${oracleV3Pool}` }
}

function match(context: Context): Verdict {
  const { lendpoolAdapterAddress, lendpoolMinBucketIndex: limit, lendpoolSuggestedBucketIndex: wanted } = context
  if (!lendpoolAdapterAddress) return { status: 'info', details: 'None of the strategies lends' }
  if (limit === null || wanted === null) return { status: 'warn', details: 'Limit or price cannot be read' }
  return limit === wanted
    ? { status: 'pass', details: null }
    : { status: 'warn', details: `The limit is bucket ${limit}; the price suggests ${wanted}` }
}
