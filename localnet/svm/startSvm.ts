import { json } from 'node:stream/consumers'
import { type Call, Refusal, serveJson, type Service } from '../standIn.ts'
import { firstAccounts, readRecords, type SvmAccounts, type SvmRecord } from './SvmState.ts'
import { answerRpc } from './answerRpc.ts'

/** The chain that a stand-in presents, and the program whose events are tickets. */
export const LOCAL_GENESIS = 'GH7ome3EiwEr7tu9JuTh2dpYWBJK3z69Xm1ZE3MEE6JC'
export const LOCAL_HOOK_PROGRAM = 'HookTicket111111111111111111111111111111111'

export interface Svm extends Service {
  /** Adds a transaction, or updates it. */
  record(transaction: SvmRecord): void
  readonly accounts: SvmAccounts
  /** Answers every request with a status from now on; undefined ends that. */
  fail(status: number | undefined): void
  /** Methods that were called, in the order of arrival; a batch is one request. */
  readonly requests: readonly (readonly string[])[]
}

/**
 * Stands in for a node of an SVM chain: Solana's JSON-RPC over transactions that were recorded before, in process or by
 * `POST /transactions` (a SvmRecord or an array of them), and over accounts. Only the local payer is funded;
 * others are added by `local_setAccount`. It runs no programs and does not check signatures.
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

  async function answer({ request, route }: Call): Promise<unknown> {
    if (request.method !== 'POST') throw new Refusal(405, 'method_not_allowed', 'only POST')
    const body: unknown = await json(request).catch((error: unknown) => {
      throw new Refusal(400, 'invalid', String(error))
    })
    if (route === 'POST /transactions') {
      const records = readRecords(Array.isArray(body) ? body : [body])
      records.forEach(record)
      return { recorded: records.length }
    }
    const calls: unknown[] = Array.isArray(body) ? body : [body]
    requests.push(calls.map((call) => String(typeof call === 'object' && call ? Reflect.get(call, 'method') : call)))
    if (failing !== undefined) throw new Refusal(failing, 'unavailable', 'set to fail')
    const replies = calls.map((call) => answerRpc(call, { ledger, accounts, genesis }))
    return Array.isArray(body) ? replies : replies[0]
  }

  const { url, stop } = await serveJson(answer)
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
