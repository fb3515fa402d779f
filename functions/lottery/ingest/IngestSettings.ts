import type { LotteryEnv } from '../env.ts'

/** Where tickets of the other chain come from. */
export interface IngestSettings {
  readonly urls: readonly string[]
  readonly program: string
  readonly genesis: string
}

export type IngestEnv = Pick<LotteryEnv, 'SVM_RPC_URLS' | 'SVM_HOOK_PROGRAM' | 'SVM_GENESIS_HASH'>

/** undefined if there is no node or no program in the configuration. */
export function readIngestSettings(env: IngestEnv): IngestSettings | undefined {
  const { SVM_RPC_URLS: urls, SVM_HOOK_PROGRAM: program, SVM_GENESIS_HASH: genesis } = env
  return urls.length === 0 || program === undefined ? undefined : { urls, program, genesis }
}
