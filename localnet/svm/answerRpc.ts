import { base58 } from '@scure/base'
import { z } from 'zod'
import { resultOverAccounts, type SvmAccounts, type SvmRecord } from './SvmState.ts'

class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}
const invalid = (message: string) => new RpcError(-32602, `Invalid params: ${message}`)

const Call = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
})
type Ledger = readonly SvmRecord[]

/** The state of a stand-in. */
export interface SvmState {
  readonly ledger: Ledger
  readonly accounts: SvmAccounts
  readonly genesis: string
}

/** Answers one call as Solana's JSON-RPC does (https://solana.com/docs/rpc), error codes included. */
export function answerRpc(message: unknown, state: SvmState): unknown {
  const call = Call.safeParse(message)
  if (!call.success) return { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }
  const { id, method, params } = call.data
  try {
    return { jsonrpc: '2.0', id, result: resultOf(method, params, state) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}

function resultOf(method: string, params: readonly unknown[], { ledger, accounts, genesis }: SvmState): unknown {
  switch (method) {
    case 'getGenesisHash':
      return genesis
    case 'getHealth':
      return 'ok'
    case 'getSlot':
      return reached(ledger, optionsOf(Commitment, params[0]).commitment).at(-1)?.slot ?? 0
    case 'getTransaction':
      return getTransaction(params, ledger)
    case 'getSignaturesForAddress':
      return getSignaturesForAddress(params, ledger)
    default: {
      const result = resultOverAccounts(method, params, accounts)
      if (result === undefined) throw new RpcError(-32601, 'Method not found')
      return result
    }
  }
}

const LEVELS = ['processed', 'confirmed', 'finalized'] as const
const Commitment = z.object({ commitment: z.enum(LEVELS).default('finalized') })
const TransactionOptions = Commitment.extend({
  encoding: z.enum(['json', 'jsonParsed', 'base58', 'base64']).default('json'),
  maxSupportedTransactionVersion: z.int().min(0).max(255).optional(),
})
const HistoryOptions = Commitment.extend({
  limit: z.int().min(1).max(1000).default(1000),
  before: z.string().optional(),
  until: z.string().optional(),
  minContextSlot: z.int().optional(),
})

function optionsOf<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? {})
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? 'options')
  return parsed.data
}

/** Transactions that have reached a commitment, or a higher one. */
const reached = (ledger: Ledger, commitment: (typeof LEVELS)[number]): Ledger =>
  ledger.filter((record) => LEVELS.indexOf(record.commitment) >= LEVELS.indexOf(commitment))

function bytesOf(text: unknown, length: number): string {
  try {
    if (typeof text === 'string' && base58.decode(text).length === length) return text
  } catch {
    throw invalid('Invalid')
  }
  throw invalid('WrongSize')
}

/** History and transactions are reported from `confirmed` on. */
function refuseProcessed(commitment: string): void {
  if (commitment === 'processed') throw invalid('Method does not support commitment below `confirmed`')
}

function getTransaction([given, options]: readonly unknown[], ledger: Ledger): unknown {
  const signature = bytesOf(given, 64)
  const { commitment, encoding, maxSupportedTransactionVersion: newest } = optionsOf(TransactionOptions, options)
  refuseProcessed(commitment)
  if (encoding !== 'json') throw invalid(`the stand-in does not support ${encoding}`)
  const record = reached(ledger, commitment).find((candidate) => candidate.signature === signature)
  if (!record) return null
  const { version } = record
  if (version !== 'legacy' && (newest === undefined || version > newest))
    throw new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  return {
    slot: record.slot,
    blockTime: record.blockTime,
    ...(newest === undefined ? {} : { version }),
    meta: {
      err: record.err ?? null,
      status: record.err ? { Err: record.err } : { Ok: null },
      fee: 5000,
      logMessages: record.logMessages,
      ...(version === 'legacy' ? {} : { loadedAddresses: { writable: [], readonly: record.loadedAddresses } }),
    },
    transaction: { signatures: [record.signature], message: { accountKeys: record.accountKeys, instructions: [] } },
  }
}

function getSignaturesForAddress([given, options]: readonly unknown[], ledger: Ledger): unknown {
  const address = bytesOf(given, 32)
  const { commitment, limit, before, until } = optionsOf(HistoryOptions, options)
  refuseProcessed(commitment)
  const newestFirst = reached(ledger, commitment).toReversed()
  const position = (signature: string | undefined) =>
    signature === undefined ? -1 : newestFirst.findIndex((record) => record.signature === bytesOf(signature, 64))
  const from = position(before)
  if (before !== undefined && from < 0) return []
  const to = position(until)
  return newestFirst
    .slice(from + 1, to < 0 ? undefined : to)
    .filter((record) => [...record.accountKeys, ...record.loadedAddresses].includes(address))
    .slice(0, limit)
    .map(({ signature, slot, blockTime, err, commitment: confirmationStatus }) => ({
      signature,
      slot,
      blockTime,
      err: err ?? null,
      memo: null,
      confirmationStatus,
    }))
}
