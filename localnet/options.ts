import { parseArgs } from 'node:util'

export const USAGE = `usage: npm start                                       a local world
       npm start -- --keep                             the local world of the last start
       npm start -- --rpc <url> --config <file|base>   another chain

  --rpc <url>      node of the chain to serve
  --config <file>  its chain configuration: JSON with chainId and contracts by role, for example a manifest; base is Base mainnet
  --keep           continue the chain, the database and the objects of the last start; without it the chain begins anew
  --built          use the existing bundles of the Workers, whatever has changed since
  --help, -h       this text

  PORT               where the API listens; 8787
  LOCALNET_RPC_PORT  where the node of the local world listens; 8545
  LOCALNET_DIR       folder of the state and the manifest, used by one process at a time; .localnet
  TRUSTED_ORIGINS    further origins whose pages may sign in, besides http://localhost:* and http://127.0.0.1:*
  LOG_LEVEL          lowest level that Workers log: debug, info (a line for each request), warn, error, off; warn

A second world next to the first: PORT=8887 LOCALNET_RPC_PORT=8645 LOCALNET_DIR=.localnet/second npm start`

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
  if (keep) throw new Error('--keep continues the local world, and --rpc serves another chain: leave out one of them')
  return { help, built, keep, other: { rpc, config } }
}
