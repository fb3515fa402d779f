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
    description: 'The creator coin’s market, its oracle, and the suggested lending bucket',
    checks: [
      {
        id: 'v3-pool',
        label: 'Uniswap v3 pool of the creator coin and USDC, 0.3 %',
        ...pool(context),
        href: link(v3PoolAddress),
      },
      { id: 'v3-price', label: 'Price in this pool', ...price(context), href: link(v3PoolAddress) },
      {
        id: 'v3-oracle-capacity',
        label: 'Price history of this pool',
        ...capacity(context),
        href: link(v3PoolAddress),
      },
      { id: 'lendpool-bucket-suggested', label: 'Suggested lending bucket', ...suggestion(context), href: null },
      { id: 'oracle-v3', label: 'Oracle uses this pool', ...oracle(context), href: link(oracleAddress) },
      {
        id: 'lendpool-bucket-match',
        label: 'Lending limit matches the price',
        ...match(context),
        href: link(lendpoolAuthAddress),
      },
    ],
  }
}

type Context = Report['context']

const pool = ({ v3PoolAddress: found }: Context): Verdict =>
  found ? { status: 'pass', details: found } : { status: 'warn', details: 'No pool exists, or it could not be read' }

function price({ v3TwapUsdPerCreator: mean, v3SpotUsdPerCreator: spot, v3TwapSeconds }: Context): Verdict {
  const now = `${spot ?? 'unknown'} USD now`
  if (mean !== null) return { status: 'pass', details: `${mean} USD, mean over ${v3TwapSeconds} seconds; ${now}` }
  if (spot !== null) return { status: 'warn', details: `${now}; the pool has no mean price` }
  return { status: 'warn', details: 'The price could not be read' }
}

function capacity({ v3ObservationCardinality, v3ObservationCardinalityNext: next }: Context): Verdict {
  if (next === null) return { status: 'warn', details: 'Could not be read' }
  const details = `${v3ObservationCardinality} observations now, ${next} after the next growth; at least ${leastCardinality} are recommended`
  return { status: Number(next) < leastCardinality ? 'warn' : 'pass', details }
}

function suggestion(context: Context): Verdict {
  const { lendpoolSuggestedBucketIndex: ours, lendpoolOracleBucketIndex: oracles, lendpoolLtvBps } = context
  const own =
    ours === null ? 'The price could not be read' : `Bucket ${ours} at ${lendpoolLtvBps / 100} % loan-to-value`
  const other = oracles === null ? '' : `; the oracle, which ignores decimals and loan-to-value, suggests ${oracles}`
  return { status: 'info', details: own + other }
}

function oracle({ oracleAddress, oracleV3PoolConfigured, oracleV3Pool, v3PoolAddress }: Context): Verdict {
  if (!oracleAddress || oracleV3PoolConfigured === null) return { status: 'warn', details: 'Could not be read' }
  if (!oracleV3PoolConfigured || !oracleV3Pool)
    return { status: 'warn', details: 'The oracle is not configured with a pool' }
  if (!v3PoolAddress) return { status: 'warn', details: `The oracle uses ${oracleV3Pool}` }
  if (isAddressEqual(oracleV3Pool, v3PoolAddress)) return { status: 'pass', details: null }
  return { status: 'fail', details: `The oracle uses ${oracleV3Pool}` }
}

function match(context: Context): Verdict {
  const { lendpoolAdapterAddress, lendpoolMinBucketIndex: limit, lendpoolSuggestedBucketIndex: wanted } = context
  if (!lendpoolAdapterAddress) return { status: 'info', details: 'The vault has no lending strategy' }
  if (limit === null || wanted === null) return { status: 'warn', details: 'The limit or the price could not be read' }
  return limit === wanted
    ? { status: 'pass', details: null }
    : { status: 'warn', details: `The limit is bucket ${limit}; the price suggests ${wanted}` }
}
