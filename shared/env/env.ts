import * as z from 'zod'
import { LIMITS, MULTIPLIER, variableOf } from '../../schema/limits.ts'
import { parseChainConfig } from '../chain/config.ts'
import { base } from '../chain/networks/base.ts'
import type { LimitStore } from '../durable/limits.ts'
import type { StatusBoardObject } from '../durable/statusBoard.ts'
import { LEVELS } from '../log/log.ts'
import { binding, optional, required, withDefault } from './declare.ts'
import { flag, json, oneOf, url, urls, whole } from './formats.ts'
import { origins } from './originsOf.ts'

/** Networks that a deployment can name. */
const NETWORKS = { base }

const withoutSlash = (given: string): string => given.replace(/\/$/, '')

/** Variables of every Worker: the one chain that it serves, where the API is found, and what is logged. */
export const commonVariables = {
  CHAIN: withDefault(oneOf(['base']), 'base', { meaning: 'the network of `shared/chain/networks/` that is served' }),
  CHAIN_CONFIG: optional(json('a chain configuration', parseChainConfig), {
    meaning:
      'a whole chain configuration, which takes precedence over `CHAIN`: `chainId`, `contracts` by role, and optionally `blockTimeMs`, `demoVaults`, `startBlock` (0: the block in which the first of the contracts was deployed, which only a node with archive state can find), `explorer`',
    without: '`CHAIN` decides',
  }),
  BASE_URL: required(
    { ...url, schema: url.schema.transform(withoutSlash) },
    {
      meaning:
        'public base URL of the API, ending in `/api`; links in documents and sign-in messages use it, never the Host header',
    },
  ),
  APP_URL: optional(
    { ...url, schema: url.schema.transform(withoutSlash) },
    { meaning: 'where external links of token metadata lead', without: 'the origin of `BASE_URL`' },
  ),
  TRUSTED_ORIGINS: withDefault(origins, '', {
    meaning:
      'origins, exactly as browsers send them, whose pages may sign in and use a session cookie; `http://localhost:*` and `http://127.0.0.1:*` mean any port, and are for localnet only',
    without: 'none',
  }),
  LOG_LEVEL: withDefault(oneOf(LEVELS), 'info', { meaning: 'the lowest level that is logged ([logs.md](logs.md))' }),
}

/** For a Worker that reads the chain. */
export const nodeVariables = {
  RPC_URLS: withDefault(urls, '', {
    meaning: 'nodes of the chain in order of preference; there is no public default ([nodes.md](nodes.md))',
    secret: true,
  }),
}

const limit = optional(whole(1, 999_999_999), {
  meaning:
    'requests of one class in its window, for example `LIMIT_READ=240`; sign-ins by a contract’s signature (ERC-1271, ERC-6492) have their own classes, `LIMIT_CONTRACT_SIGN_IN` by client and `LIMIT_CONTRACT_SIGN_IN_WALLET` by client and wallet',
  without: 'the budget of `schema/limits.ts`, times `LIMIT_MULTIPLIER`',
})
const multiplier = optional(whole(1, 999_999_999), {
  meaning: 'multiplies the budgets that are not set by their own variable',
  without: '1',
})

export const limitVariables: Record<`LIMIT_${string}`, typeof limit> = {
  ...Object.fromEntries(Object.keys(LIMITS).map((name) => [variableOf(name), limit])),
  [MULTIPLIER]: multiplier,
}

export const boardBinding = binding<DurableObjectNamespace<StatusBoardObject>>(
  'object',
  'core’s Durable Object that keeps how the deployment is ([status.md](status.md))',
)

/** The environment of every Worker that uses the pipeline; a family adds its own variables. */
export const pipelineVariables = {
  ...commonVariables,
  ...limitVariables,
  EDGE_CACHE: withDefault(flag, 'on', { meaning: '`off`: no answer older than one block is served' }),
  LIMITS: binding<LimitStore>('service', 'core’s entrypoint `Limits`, which counts requests'),
  STATUS_BOARD: boardBinding,
}

/** The same for a Worker that reads the chain. */
export const readVariables = { ...pipelineVariables, ...nodeVariables }

type Nodes = Partial<z.output<z.ZodObject<typeof nodeVariables>>>
/** What every Worker has, whether it reads the chain or not. */
export type CommonEnv = ChainEnv & { readonly STATUS_BOARD: z.output<typeof boardBinding> }
export type ChainEnv = z.output<z.ZodObject<typeof commonVariables>> & Nodes
export type PipelineEnv = z.output<z.ZodObject<typeof pipelineVariables>> & Nodes

/** The whole environment of a family without variables of its own. */
export const Env = z.object(readVariables)

/** The chain that an environment names. */
export const chainOf = ({ CHAIN, CHAIN_CONFIG }: Pick<ChainEnv, 'CHAIN' | 'CHAIN_CONFIG'>) =>
  CHAIN_CONFIG ?? NETWORKS[CHAIN]
