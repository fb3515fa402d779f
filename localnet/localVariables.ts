import type { Address } from 'viem'
import * as z from 'zod'
import { BINDINGS, type WorkerName } from '../platform/workers.ts'
import { budgets, variableOf } from '../schema/limits.ts'
import type { ChainConfig } from '../shared/chain/config.ts'
import { commonVariables, limitVariables } from '../shared/env/env.ts'
import { list } from '../shared/env/formats.ts'
import { readEnv } from '../shared/env/readEnv.ts'
import { localAgent } from './agent.ts'
import { localMarketplace } from './marketplace.ts'
import { addressOf } from './world/accounts.ts'

/** The chain that a localnet serves: its own, or an existing one. */
export interface ServedChain extends Partial<Omit<ChainConfig, 'chainId' | 'blockTimeMs'>> {
  readonly rpcUrl: string
  readonly chainId: number
  readonly blockTimeMs: number
  readonly contracts: Readonly<Record<string, Address>>
}

const LimitsInForce = z.object(limitVariables)

/**
 * Text variables and secrets of all Workers of a localnet at `host`, over those of the chain; `variables` take
 * precedence.
 */
export function localVariables(
  host: string,
  { rpcUrl, ...config }: ServedChain,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    BASE_URL: `${host}/api`,
    APP_URL: host,
    TRUSTED_ORIGINS: localOrigins(),
    CHAIN_CONFIG: JSON.stringify(config),
    RPC_URLS: rpcUrl,
    RPC_PROXY_URLS: list(rpcUrl)
      .map((url) => `${config.chainId}=${url}`)
      .join(),
    // Every block may be a developer's own transaction: nothing older than a block is served.
    EDGE_CACHE: 'off',
    // A log line for every request is available on demand: LOG_LEVEL=info npm start.
    LOG_LEVEL: 'warn',
    LIMIT_MULTIPLIER: '1000',
    MARKETPLACE: localMarketplace,
    AGENT: localAgent,
    ADMIN_ADDRESSES: addressOf('admin'),
    AMOE_FINALITY: '1',
    // A first call to the runtime API needs no signature; signatures that are sent are checked all the same.
    CRE_RUNTIME_ALLOW_UNSIGNED_WHEN_HMAC_CONFIGURED: 'true',
    ...variables,
  }
}

/** Budgets in force by class, written as in `LIMIT_<CLASS>`. */
export const limitsOf = (variables: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(
    Object.values(budgets(readEnv(LimitsInForce, variables))).map(({ name, limit }) => [
      variableOf(name).slice('LIMIT_'.length),
      limit,
    ]),
  )

/** A Worker gets only the secrets that it is bound to, as in a deployment; everything else is common. */
export function variablesOf(worker: WorkerName, variables: Readonly<Record<string, string>>): Record<string, string> {
  const { secrets } = BINDINGS[worker]
  const bound = new Set(Object.values(BINDINGS).flatMap((bindings) => bindings.secrets))
  const mayHave = ([variable]: [string, string]) => {
    const name = variable.replace(/_PREVIOUS$/, '')
    return secrets.includes(name) || (!bound.has(name) && !name.endsWith('_SECRET'))
  }
  return Object.fromEntries(Object.entries(variables).filter(mayHave))
}

/** Pages that a local world trusts by default: those that a developer serves on this machine. */
const OWN = ['http://localhost:*', 'http://127.0.0.1:*']

/** TRUSTED_ORIGINS of a local world, plus the given ones. Throws an Error for a list that no Worker would accept. */
export function localOrigins(given = ''): string {
  const all = [...OWN, ...list(given)]
  const value = all.join(' ')
  readEnv(z.object({ TRUSTED_ORIGINS: commonVariables.TRUSTED_ORIGINS }), { TRUSTED_ORIGINS: value })
  return value
}
