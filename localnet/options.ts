import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type ChainConfig, parseChainConfig } from '../shared/chain/config.ts'
import { base } from '../shared/chain/networks/base.ts'

export const USAGE = `usage: npm start                                       a local world
       npm start -- --keep                             the local world of the last start
       npm start -- --rpc <url> --config <file|base>   another chain

Options:
  --rpc <url>      node of the chain to serve
  --config <file>  chain configuration: JSON with chainId and contracts by role, for example a manifest; base is Base mainnet
  --keep           continue the chain of the last start, with its database and objects; without it, the chain is new
  --built          use the existing bundles of the Workers, even if sources have changed
  --help, -h       print this text

Variables and their defaults:
  PORT               8787       port of the API
  LOCALNET_RPC_PORT  8545       port of the local world's node
  LOCALNET_DIR       .localnet  directory of state and manifest, for one process at a time
  TRUSTED_ORIGINS    (none)     origins that may sign in, besides http://localhost:* and http://127.0.0.1:*
  LOG_LEVEL          warn       lowest level that Workers log: debug, info (a line for each request), warn, error, off

A second world beside the first: PORT=8887 LOCALNET_RPC_PORT=8645 LOCALNET_DIR=.localnet/second npm start`

export interface Options {
  readonly help: boolean
  readonly built: boolean
  /** Continue the local world of the last start. */
  readonly keep: boolean
  /** Another chain to serve. */
  readonly other?: { readonly rpc: string; readonly config: string }
}

/** Reads the command line. Throws an Error that says what is wrong with it. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rpc: { type: 'string' },
      config: { type: 'string' },
      built: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { rpc, config, built, keep, help } = values
  if (help) return { help, built, keep }
  if (rpc === undefined && config === undefined) return { help, built, keep }
  if (rpc === undefined || config === undefined)
    throw new Error('--rpc and --config must be used together: npm start -- --rpc <url> --config <file|base>')
  if (!/^https?:$/.test(URL.parse(rpc)?.protocol ?? '')) throw new Error(`--rpc: ${rpc} is not an http or https URL`)
  if (keep) throw new Error('--keep: continues the local world, but --rpc serves another chain; use one of them')
  return { help, built, keep, other: { rpc, config } }
}

/** A chain's configuration, and secrets for the Workers from the file. */
export interface ChainFile {
  readonly config: ChainConfig
  readonly secrets: Readonly<Record<string, string>>
}

/**
 * Reads a chain configuration file; a manifest of a running localnet is a valid one. `base` is Base mainnet unless a
 * file has that name. Throws an Error that names the file and what is wrong with it.
 */
export async function readChainFile(file: string): Promise<ChainFile> {
  if (file === 'base' && !existsSync(file)) return { config: base, secrets: {} }
  try {
    const raw: unknown = JSON.parse(await readFile(file, 'utf8'))
    const given: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'secrets') : undefined
    const secrets = Object.entries(typeof given === 'object' && given !== null ? given : {})
    return {
      config: parseChainConfig(raw),
      secrets: Object.fromEntries(secrets.filter((e): e is [string, string] => typeof e[1] === 'string')),
    }
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const what = missing ? 'the file does not exist; pass a file, or base' : error instanceof Error && error.message
    throw new Error(`--config ${file}: ${what}`, { cause: error })
  }
}
