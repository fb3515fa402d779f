import type { TrendHandler } from './TrendContext.ts'
import { type Address, zeroAddress, toFunctionSelector, type Hex } from 'viem'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { knownAddress } from '../../../shared/text/address.ts'
import { tickerHash } from './ticker.ts'
import { trendFactoryAbi, describeTrendDeploy } from '../../../shared/domain/trend/trendFactory.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { TrendOpRow } from '../store/trendOps.ts'
import { describeOp } from './describeTrend.ts'
import type { Issue } from '../../../schema/issues.ts'

const PLAIN = 'deployTrendCoin(string)'
const HOOKED = 'deployTrendCoin(string,address,bytes)'
const PLAIN_SELECTOR = toFunctionSelector('deployTrendCoin(string)')
const HOOKED_SELECTOR = toFunctionSelector('deployTrendCoin(string,address,bytes)')

/**
 * The generation of deployTrendCoin in a factory's code; `plain` if no code was read, or if neither is found, which is an
 * issue.
 */
function deployGeneration(selectors: ReadonlySet<Hex> | null): {
  readonly generation: 'plain' | 'hooked'
  readonly issues: readonly Issue[]
} {
  if (selectors === null || selectors.has(PLAIN_SELECTOR)) return { generation: 'plain', issues: [] }
  if (selectors.has(HOOKED_SELECTOR)) return { generation: 'hooked', issues: [] }
  const functions = [PLAIN, HOOKED]
  const message = `the code of the trend factory has neither ${functions.join(' nor ')}`
  return { generation: 'plain', issues: [{ code: 'function_not_in_contract', message, functions }] }
}

const invalid = (message: string): Issue => ({ code: 'invalid_trend_ticker', message })

/** Issues for the factory's custom errors, by name. */
const DEPLOY_ERRORS: Readonly<Record<string, Issue>> = {
  TickerAlreadyUsed: {
    code: 'trend_already_deployed',
    message: 'ticker: the factory has already deployed a coin with this ticker, in any case',
    reverts: 'TickerAlreadyUsed',
  },
  TickerInvalidCharacters: {
    ...invalid('ticker: the factory accepts only letters and digits, no spaces or hyphens'),
    reverts: 'TickerInvalidCharacters',
  },
  TickerTooShort: { ...invalid('ticker: is shorter than the factory accepts'), reverts: 'TickerTooShort' },
  TickerTooLong: { ...invalid('ticker: is longer than the factory accepts'), reverts: 'TickerTooLong' },
}

/**
 * Records a ticker with the address that the factory predicts for it (trendCoinAddress), and builds the call that deploys its
 * coin. Without the prediction nothing is recorded, so, unlike other builders, it fails if no node answers.
 *
 * Throws idempotency_conflict, role_not_configured (also for a factory that predicts nothing), store_unavailable, and what a
 * chain read throws.
 */
export const reserveTrendCoin: TrendHandler<'reserveTrendCoin'> = defineBuilder(
  async ({ body, principal }, context) => {
    const { ticker, groupId, creatorToken = null, vaultAddress = null } = body
    const { chain, readTrendFactory, trendOps, now } = context
    const factory = chain.role('trendFactory')
    const { value, asOf, selectors } = await readTrendFactory(factory, ({ at }) => {
      const predicted = at(factory, trendFactoryAbi)('trendCoinAddress', [ticker])
      return { predicted, symbol: at(predicted, erc20Abi)('symbol') }
    })
    const predicted = knownAddress(value.predicted)
    if (predicted === null)
      throw new ApiError('role_not_configured', `trendFactory at ${factory} does not answer trendCoinAddress(string)`)
    const { generation, issues } = deployGeneration(selectors === 'no code' ? new Set() : selectors)

    const terms = { ticker, tickerHash: tickerHash(ticker), groupId, creatorToken, vaultAddress }
    const reservation = { ...terms, predictedCoin: predicted, actor: principal.address }
    const op = await trendOps.reserve(reservation, Math.floor(now() / 1000))
    if (!op) throw new ApiError('store_unavailable')
    if (!hasTerms(op, terms))
      throw new ApiError(
        'idempotency_conflict',
        'ticker: is reserved with another creatorToken, groupId or vaultAddress; send the values that listTrendOps returns',
      )
    return {
      action: deployStep(factory, ticker, generation),
      issues: value.symbol === null ? issues : [...issues, ...alreadyDeployed],
      meanings: DEPLOY_ERRORS,
      warnings: [`Anybody can deploy this ticker: the coin at ${predicted} is always the same and has no owner.`],
      changes: [],
      asOf,
      extra: { op: describeOp(op) },
    }
  },
)

const alreadyDeployed = DEPLOY_ERRORS['TickerAlreadyUsed'] ? [DEPLOY_ERRORS['TickerAlreadyUsed']] : []

const deployStep = (to: Address, ticker: string, generation: 'plain' | 'hooked') => {
  const call = { to, abi: trendFactoryAbi, functionName: 'deployTrendCoin' } as const
  const describe = (args: readonly [string, ...unknown[]]) => describeTrendDeploy(to, args)
  return generation === 'plain'
    ? encodeStep({ ...call, args: [ticker], describe })
    : encodeStep({ ...call, args: [ticker, zeroAddress, '0x'], describe })
}

type ReservationTerms = {
  readonly groupId: string
  readonly creatorToken: Address | null
  readonly vaultAddress: Address | null
}

const hasTerms = (op: TrendOpRow, { groupId, creatorToken, vaultAddress }: ReservationTerms): boolean =>
  op.groupId === groupId &&
  op.creatorToken === (creatorToken?.toLowerCase() ?? null) &&
  op.vaultAddress === (vaultAddress?.toLowerCase() ?? null)
