import { list } from '../../../shared/text/list.ts'
import { isBase58 } from '../../../shared/text/base58.ts'

/** Genesis hash of the SVM main network. */
const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

export interface IngestEnv {
  /** Nodes of the other chain in the order of preference, separated by commas or spaces. A secret. */
  readonly SVM_RPC_URLS?: string
  /** Program whose events are lottery tickets, base58. */
  readonly SVM_HOOK_PROGRAM?: string
  /** Genesis hash that every node must show; the main network's by default. */
  readonly SVM_GENESIS_HASH?: string
}

/** Where tickets of the other chain come from. */
export interface IngestSettings {
  readonly urls: readonly string[]
  readonly program: string
  readonly genesis: string
}

/** undefined where nothing is configured. Throws an Error that names the variable when one is wrong. */
export function readIngestSettings(env: IngestEnv): IngestSettings | undefined {
  const urls = list(env.SVM_RPC_URLS)
  const { SVM_HOOK_PROGRAM: program = '', SVM_GENESIS_HASH: genesis = MAINNET } = env
  if (urls.length === 0 || program === '') return undefined
  if (!isBase58(program, 32)) throw new Error('SVM_HOOK_PROGRAM: must be a program id: 32 bytes in base58')
  if (!isBase58(genesis, 32)) throw new Error('SVM_GENESIS_HASH: must be 32 bytes in base58')
  return { urls, program, genesis }
}
