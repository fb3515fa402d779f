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
  CHAIN: withDefault(oneOf(['base']), 'base', {
    meaning: 'network of `shared/chain/networks/` that the deployment serves',
  }),
  CHAIN_CONFIG: optional(json('a chain configuration', parseChainConfig), {
    meaning:
      'a whole chain configuration, instead of `CHAIN`: `chainId`, `contracts` by role, and optionally `blockTimeMs`, `demoVaults`, `startBlock` (0: the block where the first contract was deployed; finding it needs a node with archive state), `explorer`',
    without: 'the network of `CHAIN`',
  }),
  BASE_URL: required(
    { ...url, schema: url.schema.transform(withoutSlash) },
    {
      meaning: 'public base URL of the API, ending in `/api`. Links and sign-in messages use it, never the Host header',
    },
  ),
  APP_URL: optional(
    { ...url, schema: url.schema.transform(withoutSlash) },
    { meaning: 'base URL of external links in token metadata', without: 'the origin of `BASE_URL`' },
  ),
  TRUSTED_ORIGINS: withDefault(origins, '', {
    meaning:
      'origins, exactly as browsers send them, whose pages may sign in and use the session cookie; `http://localhost:*` and `http://127.0.0.1:*` mean any port, for local use only',
    without: 'none',
  }),
  LOG_LEVEL: withDefault(oneOf(LEVELS), 'info', { meaning: 'lowest level that is logged ([logs.md](logs.md))' }),
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
    'requests of one class per window, for example `LIMIT_READ=240`. Sign-ins with a contract signature (ERC-1271, ERC-6492) count in `LIMIT_CONTRACT_SIGN_IN` by client and in `LIMIT_CONTRACT_SIGN_IN_WALLET` by client and wallet',
  without: 'budget of `schema/limits.ts`, times `LIMIT_MULTIPLIER`',
})
const multiplier = optional(whole(1, 999_999_999), {
  meaning: 'factor of all budgets without a variable of their own',
  without: '1',
})

export const limitVariables: Record<`LIMIT_${string}`, typeof limit> = {
  ...Object.fromEntries(Object.keys(LIMITS).map((name) => [variableOf(name), limit])),
  [MULTIPLIER]: multiplier,
}

export const boardBinding = binding<DurableObjectNamespace<StatusBoardObject>>(
  'object',
  'Durable Object of `core`: state of the deployment ([status.md](status.md))',
)

/** The environment of every Worker that uses the pipeline; a family adds its own variables. */
export const pipelineVariables = {
  ...commonVariables,
  ...limitVariables,
  EDGE_CACHE: withDefault(flag, 'on', {
    meaning: '`off`: answers are never served from the edge cache, so none is older than one block',
  }),
  LIMITS: binding<LimitStore>('service', 'entrypoint `Limits` of `core`, which counts requests'),
  STATUS_BOARD: boardBinding,
}

/** The same for a Worker that reads the chain. */
export const readVariables = { ...pipelineVariables, ...nodeVariables }

type Nodes = Partial<z.output<z.ZodObject<typeof nodeVariables>>>
/** Variables and bindings of every Worker, whether it reads the chain or not. */
export type CommonEnv = ChainEnv & { readonly STATUS_BOARD: z.output<typeof boardBinding> }
export type ChainEnv = z.output<z.ZodObject<typeof commonVariables>> & Nodes
export type PipelineEnv = z.output<z.ZodObject<typeof pipelineVariables>> & Nodes

/** The whole environment of a family without variables of its own. */
export const Env = z.object(readVariables)

/** The chain that an environment names. */
export const chainOf = ({ CHAIN, CHAIN_CONFIG }: Pick<ChainEnv, 'CHAIN' | 'CHAIN_CONFIG'>) =>
  CHAIN_CONFIG ?? NETWORKS[CHAIN]
