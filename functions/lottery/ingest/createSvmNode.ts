import * as z from 'zod'
import { createRpc, type Rpc } from '../../../shared/chain/rpc.ts'
import type { RpcCall, RpcReply } from '../../../shared/chain/RpcCall.ts'
import { watchNodes } from '../../../shared/chain/watchNodes.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { LotteryEnv } from '../env.ts'

/** A finalized transaction, with the fields that are used. */
export type SvmTransaction = z.infer<typeof Transaction>
const Transaction = z.object({
  slot: z.int(),
  blockTime: z.int().nullish(),
  meta: z.object({
    err: z.unknown(),
    logMessages: z.array(z.string()).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
  transaction: z.object({
    signatures: z.array(z.string()),
    message: z.object({ accountKeys: z.array(z.string()) }),
  }),
})

/** One line of a program's history. */
export type SvmSignature = z.infer<typeof Signature>
const Signature = z.object({ signature: z.string(), slot: z.int() })

/** A transaction, or why it is not available now. */
export type Fetched = { readonly signature: string } & (
  { readonly transaction: SvmTransaction } | { readonly unavailable: string }
)

/** Transactions per request. */
export const BATCH = 25
/** The most lines of history that a node returns (getSignaturesForAddress). */
export const PAGE = 1000

export interface SvmNode {
  /** Fetches at most BATCH transactions in one request. Throws what the RPC client throws. */
  fetch(signatures: readonly string[]): Promise<Fetched[]>
  /**
   * A page of the program's history, newest first: older than `before`, newer than `until`. Throws what the RPC client
   * throws.
   */
  page(range: { before: string | null; until: string | null; limit?: number }): Promise<SvmSignature[]>
}

/**
 * Final data of an SVM chain (Solana JSON-RPC: getTransaction, getSignaturesForAddress at commitment `finalized`).
 * Every request also asks for the genesis hash: a node of another chain counts as failed.
 */
export function createSvmNode(
  { urls, genesis, program }: IngestSettings,
  rpc: Rpc = createRpc({ urls, timeoutMs: 10_000 }),
): SvmNode {
  const send = async (calls: readonly RpcCall[]): Promise<readonly RpcReply[]> => {
    const replies = await watchNodes('ticketChain', () =>
      rpc.send([{ method: 'getGenesisHash', params: [] }, ...calls], {
        judge([first]) {
          if (first === undefined || !('result' in first) || typeof first.result !== 'string') return 'unusable'
          // The log names what a node answers, so it must not be a text of any length.
          return first.result === genesis ? 'usable' : { configured: genesis, answered: first.result.slice(0, 64) }
        },
      }),
    )
    return replies.slice(1)
  }
  return {
    async fetch(signatures) {
      const options = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: 0 }
      const calls = signatures.map((signature) => ({ method: 'getTransaction', params: [signature, options] }))
      const replies = await send(calls)
      return signatures.map((signature, i) => ({ signature, ...readTransaction(replies[i], signature) }))
    },

    async page({ before, until, limit = PAGE }) {
      const options = { commitment: 'finalized', limit, ...(before ? { before } : {}), ...(until ? { until } : {}) }
      const [reply] = await send([{ method: 'getSignaturesForAddress', params: [program, options] }])
      const page = z.array(Signature).safeParse(reply && 'result' in reply ? reply.result : undefined)
      if (!page.success) throw new ApiError('upstream_failed')
      return page.data
    },
  }
}

function readTransaction(
  reply: RpcReply | undefined,
  signature: string,
): { transaction: SvmTransaction } | { unavailable: string } {
  if (!reply || 'error' in reply) return { unavailable: `rpc_error ${reply?.error.code ?? ''}`.trim() }
  if (reply.result === null) return { unavailable: 'not_finalized' }
  const parsed = Transaction.safeParse(reply.result)
  if (!parsed.success || parsed.data.transaction.signatures[0] !== signature)
    return { unavailable: 'unexpected_answer' }
  // A failed transaction is processed without its logs.
  if (parsed.data.meta.err === null && !parsed.data.meta.logMessages) return { unavailable: 'no_logs' }
  return { transaction: parsed.data }
}

/** The source of tickets of the other chain. */
interface IngestSettings {
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
