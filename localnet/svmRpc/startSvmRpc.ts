import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Service } from '../startServices.ts'

/** An account as a node answers it with encoding `jsonParsed`. */
export interface SvmAccount {
  readonly owner: string
  readonly lamports: number
  readonly data: unknown
}

export interface SvmRpc extends Service {
  /** By base58 public key. */
  readonly accounts: Map<string, SvmAccount>
  /** Methods asked for, in order. */
  readonly methods: string[]
  /** Answers nothing but HTTP 503 while set. */
  down: boolean
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
/** Public key of `payer.json`, a key pair that everybody knows: never send anything of value to it. */
export const LOCAL_PAYER = 'Bd9hkbvdQEzjQbGRkPNWTL929UcimYXSa2rJN2i61TkU'
const INVALID_REQUEST = -32600
const METHOD_NOT_FOUND = -32601

/**
 * An SVM node on a free port, as far as accounts are read: `getAccountInfo`, `getMultipleAccounts`, `getBalance`. Only the
 * local payer is funded. No program runs there; what a program would leave is put in with `local_setAccount`.
 */
export async function startSvmRpc(): Promise<SvmRpc> {
  const accounts = new Map<string, SvmAccount>([
    [LOCAL_PAYER, { owner: SYSTEM_PROGRAM, lamports: 10_000_000_000, data: ['', 'base64'] }],
  ])
  const methods: string[] = []

  const answer = (method: string, [first, second]: readonly unknown[]): unknown => {
    const account = (key: unknown) => {
      const found = accounts.get(String(key))
      return found === undefined ? null : { executable: false, rentEpoch: 0, space: 0, ...found }
    }
    const at = (value: unknown) => ({ context: { slot: 1 }, value })
    if (method === 'getAccountInfo') return at(account(first))
    if (method === 'getMultipleAccounts' && Array.isArray(first)) return at(first.map(account))
    if (method === 'getBalance') return at(accounts.get(String(first))?.lamports ?? 0)
    if (method !== 'local_setAccount' || !isAccount(second)) return undefined
    accounts.set(String(first), second)
    return null
  }

  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    json(request).then(
      (message: unknown) => {
        const { id, method, params } = isRecord(message) ? message : {}
        if (service.down) return send(503, {})
        if (typeof method !== 'string' || !Array.isArray(params))
          return send(200, failure(id, INVALID_REQUEST, 'no JSON-RPC request'))
        methods.push(method)
        const result = answer(method, params)
        return send(
          200,
          result === undefined ? failure(id, METHOD_NOT_FOUND, 'not offered') : { jsonrpc: '2.0', id, result },
        )
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the SVM node has no port')
  const service: SvmRpc = {
    url: `http://127.0.0.1:${address.port}`,
    variables: {},
    accounts,
    methods,
    down: false,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return service
}

const failure = (id: unknown, code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isAccount = (value: unknown): value is SvmAccount =>
  isRecord(value) && typeof value['owner'] === 'string' && typeof value['lamports'] === 'number'
