import type { market } from '../../../schema/market/index.ts'
import { toFunctionSelector } from 'viem'
import { createRunner } from '../../../shared/auth/runCreationCode.ts'
import { createSealer, type Sealer } from '../../../shared/auth/seal.ts'
import type { RunCreationCode } from '../../../shared/auth/signature.ts'
import { createSimulator, type Simulate } from '../../../shared/calldata/createSimulator.ts'
import { createCodeReader, type ReadWithCode } from '../../../shared/chain/createCodeReader.ts'
import { trendFactoryAbi } from '../../../shared/domain/trend/trendFactory.ts'
import { createNonceStore, type NonceStore } from '../../../shared/durable/nonces.ts'
import { secretsInForce } from '../../../shared/env/secretsInForce.ts'
import type { Context, Handler } from '../../../shared/http/handler.ts'
import { createIdentityProvider } from '../../../shared/idp/createIdentityProvider.ts'
import type { IdentityProvider } from '../../../shared/idp/IdentityProvider.ts'
import type { Authority } from '../../../shared/domain/authority/createAuthority.ts'
import { openAuthority } from '../../../shared/domain/authority/openAuthority.ts'
import { type AccountStore, createAccountStore } from '../../../shared/store/accounts.ts'
import { createLogStore, type LogStore } from '../../../shared/store/createLogStore.ts'
import { createTrendEntries, type TrendEntryStore } from '../store/trendEntries.ts'
import { createTrendMetrics, type TrendMetricsStore } from '../store/trendMetrics.ts'
import { createTrendOps, type TrendOpStore, type TrendOpRow } from '../store/trendOps.ts'
import { createTrendProfiles, type TrendProfileStore } from '../../../shared/store/trendProfiles.ts'
import type { MarketEnv } from '../env.ts'
import { createTrendProvider, type TrendProvider } from './createTrendProvider.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Chain } from '../../../shared/chain/chain.ts'

/** Context of the operations about trend coins. */
export interface TrendContext extends Context {
  readonly simulate: Simulate
  /** Reads the chain and, at the same time, which generation of deployTrendCoin the code at an address has. */
  readonly readTrendFactory: ReadWithCode
  readonly trendOps: TrendOpStore
  readonly trendMetrics: TrendMetricsStore
  readonly trendEntries: TrendEntryStore
  readonly trendProfiles: TrendProfileStore
  readonly store: LogStore
  readonly accounts: AccountStore
  readonly authority: Authority
  readonly provider: IdentityProvider
  /** Absent if not configured, as is the id of its application at the identity provider. */
  readonly trendProvider: TrendProvider | undefined
  readonly trendAppId: string | undefined
  /** Seals challenges of smart wallets; absent without a secret. */
  readonly entrySealer: Sealer | undefined
  readonly nonces: NonceStore
  readonly runCode: RunCreationCode
}

export type TrendHandler<O extends keyof typeof market> = Handler<(typeof market)[O], TrendContext>

const selectors = () => trendFactoryAbi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : []))
const CHALLENGE_SECONDS = 600

export const createTrendContext = (common: Context, env: MarketEnv): TrendContext => {
  const { chain, now } = common
  const { chainId } = chain.config
  const { DB, TREND_API_URL: apiUrl, TREND_API_KEY: apiKey, TREND_APP_ID: appId } = env
  const secrets = secretsInForce(env.AUTH_NONCE_SECRET, env.AUTH_NONCE_SECRET_PREVIOUS)
  const sealing = { secrets, purpose: 'trend entry challenge', ttlSeconds: CHALLENGE_SECONDS }
  return {
    ...common,
    simulate: createSimulator(chain, now),
    readTrendFactory: createCodeReader(chain, selectors, common),
    trendOps: createTrendOps(DB, chainId),
    trendMetrics: createTrendMetrics(DB, chainId),
    trendEntries: createTrendEntries(DB),
    trendProfiles: createTrendProfiles(DB),
    store: createLogStore(DB),
    accounts: createAccountStore(DB),
    authority: openAuthority(common, DB),
    provider: createIdentityProvider(env, now),
    trendProvider: apiUrl ? createTrendProvider(apiUrl, apiKey) : undefined,
    trendAppId: appId ?? undefined,
    entrySealer: secrets.length === 0 ? undefined : createSealer(sealing),
    nonces: createNonceStore(env.NONCES, 'trend entry challenge'),
    runCode: createRunner(chain.rpc, chainId),
  }
}

/** The record of a coin that is deployed at its predicted address. Throws trend_coin_not_found. */
export function requireCoin(row: TrendOpRow | null): TrendOpRow {
  if (!row || row.deployedAt === null || row.status === 'failed') throw new ApiError('trend_coin_not_found')
  return row
}

/** Throws rpc_not_configured without a node, even if there is nothing to read. */
export function requireNode({ rpc }: Chain): void {
  if (rpc.nodes === 0) throw new ApiError('rpc_not_configured')
}
