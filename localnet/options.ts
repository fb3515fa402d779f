import { parseArgs } from 'node:util'

export const USAGE = `usage: npm start                                       a world of its own
       npm start -- --rpc <url> --config <file|base>   another chain

  --rpc <url>      node of the chain that is served
  --config <file>  its chain configuration: JSON with chainId and contracts by role, a manifest say; base is Base mainnet
  --built          take the bundles that are there
  --help           this text

  PORT               where the API listens; 8787
  LOCALNET_RPC_PORT  where the node of the own world listens; 8545
  LOCALNET_DIR       folder of the state and the manifest, one start each; .localnet
  TRUSTED_ORIGINS    further origins whose pages may sign in, beside http://localhost:* and http://127.0.0.1:*
  LOG_LEVEL          least level that Workers log: debug, info (a line for each request), warn, error, off; warn

A second world beside the first: PORT=8887 LOCALNET_RPC_PORT=8645 LOCALNET_DIR=.localnet/second npm start`

export interface Options {
  readonly help: boolean
  readonly built: boolean
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
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { rpc, config, built, help } = values
  if (help) return { help, built }
  if (rpc === undefined && config === undefined) return { help, built }
  if (rpc === undefined || config === undefined)
    throw new Error('--rpc and --config go together: npm start -- --rpc <url> --config <file|base>')
  if (!/^https?:$/.test(URL.parse(rpc)?.protocol ?? '')) throw new Error(`--rpc: ${rpc} is not an http or https URL`)
  return { help, built, other: { rpc, config } }
}
