import type { Service } from '../Service.ts'
import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { listen } from '../listen.ts'
import { firstAccounts, type SvmAccounts } from './accounts.ts'
import { answerRpc } from './answerRpc.ts'
import { readRecord, type SvmRecord } from './SvmRecord.ts'

/** The chain that a stand-in presents, and the program whose events are tickets. */
export const LOCAL_GENESIS = 'GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69Xm1ZE3MEE6JC'
export const LOCAL_HOOK_PROGRAM = 'HookTicket111111111111111111111111111111111'

export interface Svm extends Service {
  /** Adds a transaction, or updates it. */
  record(transaction: SvmRecord): void
  readonly accounts: SvmAccounts
  /** Answers every request with a status from now on, or as it should. */
  fail(status: number | undefined): void
  /** Methods that were called, in the order of arrival; a batch is one request. */
  readonly requests: readonly (readonly string[])[]
}

/**
 * Stands in for a node of an SVM chain: Solana's JSON-RPC over transactions that were recorded before, in process or by
 * `POST /transactions` (a SvmRecord or an array of them), and over accounts, of which only the local payer is funded
 * and others are added by `local_setAccount`. It runs no programs and does not check signatures.
 */
export async function startSvm({ genesis = LOCAL_GENESIS }: { genesis?: string } = {}): Promise<Svm> {
  /** Oldest first, by slot and then in order of arrival. */
  let ledger: SvmRecord[] = []
  const accounts = firstAccounts()
  const requests: string[][] = []
  let failing: number | undefined
  const record = (transaction: SvmRecord) => {
    const others = ledger.filter(({ signature }) => signature !== transaction.signature)
    const at = others.findLastIndex(({ slot }) => slot <= transaction.slot) + 1
    ledger = [...others.slice(0, at), transaction, ...others.slice(at)]
  }

  async function answer(request: IncomingMessage): Promise<{ status: number; body?: unknown }> {
    const body: unknown = await json(request)
    if (request.method !== 'POST') return { status: 405 }
    if (request.url === '/transactions') {
      const records = (Array.isArray(body) ? body : [body]).map(readRecord)
      records.forEach(record)
      return { status: 200, body: { recorded: records.length } }
    }
    const calls: unknown[] = Array.isArray(body) ? body : [body]
    requests.push(calls.map((call) => String(typeof call === 'object' && call ? Reflect.get(call, 'method') : call)))
    if (failing !== undefined) return { status: failing }
    const replies = calls.map((call) => answerRpc(call, { ledger, accounts, genesis }))
    return { status: 200, body: Array.isArray(body) ? replies : replies[0] }
  }

  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown) => ({ status: 400, body: { error: String(error) } }))
      .then(({ status, body }: { status: number; body?: unknown }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {})),
      )
  })
  const { url, stop } = await listen(server)
  return {
    url,
    variables: { SVM_RPC_URLS: url, SVM_GENESIS_HASH: genesis, SVM_HOOK_PROGRAM: LOCAL_HOOK_PROGRAM },
    record,
    accounts,
    fail: (status) => void (failing = status),
    requests,
    stop,
  }
}
