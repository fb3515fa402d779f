import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { type Call, Cut, outage, readBody, Refusal, serveJson, type Service, suffer } from '../standIn.ts'
import { localServerWallet } from '../world/accounts.ts'

/** Faults of the wallet provider, which last until others are set. */
const CustodyFaults = z.strictObject({
  ...outage,
  /** Wallets are made, but the connection is cut before the answer. */
  cutAfterCreate: z.boolean().optional(),
  /** Look-ups answer that there is no such wallet. */
  forgets: z.boolean().optional(),
  /** Answers show the first wallet, another chain, another external id, or no wallet at all. */
  lie: z.enum(['first', 'chain', 'externalId', 'garbage']).optional(),
})

type CustodyFaults = z.output<typeof CustodyFaults>

interface Wallet {
  readonly id: string
  readonly address: string
  readonly chain_type: 'ethereum'
  readonly external_id: string | null
  /** Unix milliseconds. */
  readonly created_at: number
}

export interface Custody extends Service {
  /** All wallets that were made, in order. */
  wallets(): readonly Wallet[]
  /** Replaces all switches. */
  setFaults(faults: CustodyFaults): void
  /** Method and path of each request. */
  requests(): readonly string[]
}

const Create = z.strictObject({
  chain_type: z.literal('ethereum'),
  external_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
})

const DAY_MS = 86_400_000
const MOST_WALLETS = 2000

/** The request of an idempotency key, and its answer or error. */
interface Outcome {
  readonly request: string
  readonly at: number
  readonly answer: Promise<Wallet>
}

/**
 * Stands in for the wallet provider, in its own protocol: `POST /v1/wallets` makes a wallet, once for each idempotency
 * key within a day and for each external id ever, and `GET /v1/wallets/{id}` or `ext_wal_{external id}` shows it. Keys never
 * leave it. `PUT /dev/faults` makes it fail, stall or lie.
 */
export async function startCustody({ now = Date.now }: { readonly now?: () => number } = {}): Promise<Custody> {
  const appId = `local${randomBytes(10).toString('hex')}`
  const appSecret = randomBytes(32).toString('hex')
  const basic = `Basic ${Buffer.from(`${appId}:${appSecret}`).toString('base64')}`
  const wallets: Wallet[] = []
  const outcomes = new Map<string, Outcome>()
  const requests: string[] = []
  let faults: CustodyFaults = {}

  function make({ external_id: externalId }: z.output<typeof Create>): Wallet {
    if (externalId !== undefined && wallets.some((wallet) => wallet.external_id === externalId))
      throw new Refusal(400, 'invalid_data', 'A wallet with this external ID exists')
    if (wallets.length >= MOST_WALLETS) throw new Refusal(403, 'max_wallets_reached', 'Too many wallets')
    const wallet: Wallet = {
      ...localServerWallet(externalId ?? randomBytes(16).toString('hex')),
      chain_type: 'ethereum',
      external_id: externalId ?? null,
      created_at: now(),
    }
    wallets.push(wallet)
    return wallet
  }

  async function create(request: IncomingMessage): Promise<Wallet> {
    const body = await readBody(request, Create)
    const key = request.headers['privy-idempotency-key']
    if (key === undefined) return make(body)
    if (typeof key !== 'string' || key.length > 256) throw new Refusal(400, 'invalid_data', 'Invalid idempotency key')
    const text = JSON.stringify(body)
    const before = outcomes.get(key)
    if (before && now() - before.at < DAY_MS) {
      if (before.request !== text)
        throw new Refusal(400, 'invalid_data', 'The idempotency key was used for another body')
      return before.answer
    }
    const answer = Promise.resolve().then(() => make(body))
    answer.catch(() => {})
    outcomes.set(key, { request: text, at: now(), answer })
    return answer
  }

  function find(id: string): Wallet {
    const found = wallets.find((wallet) => id === wallet.id || id === `ext_wal_${wallet.external_id}`)
    if (!found || faults.forgets) throw new Refusal(404, 'not_found', 'Wallet not found')
    return found
  }

  const shown = (wallet: Wallet): unknown => {
    if (faults.lie === 'garbage') return 'not a wallet'
    if (faults.lie === 'first') return { ...wallets[0], external_id: wallet.external_id }
    if (faults.lie === 'chain') return { ...wallet, chain_type: 'solana' }
    return faults.lie === 'externalId' ? { ...wallet, external_id: 'another' } : { ...wallet, policy_ids: [] }
  }

  async function answer({ request, route }: Call): Promise<unknown> {
    if (route === 'PUT /dev/faults') return (faults = await readBody(request, CustodyFaults))
    requests.push(route)
    await suffer(faults, { 'retry-after': '7' })
    if (request.headers['privy-app-id'] !== appId) throw new Refusal(400, 'invalid_app_id', 'Missing app ID')
    if (request.headers.authorization !== basic) throw new Refusal(401, 'invalid_credentials', 'Invalid credentials')
    if (route === 'POST /v1/wallets') {
      const wallet = await create(request)
      if (faults.cutAfterCreate) throw new Cut()
      return shown(wallet)
    }
    const id = /^GET \/v1\/wallets\/([A-Za-z0-9_-]{1,128})$/.exec(route)?.[1]
    if (id === undefined) throw new Refusal(404, 'not_found', 'there is no such route')
    return shown(find(id))
  }

  const { url, stop } = await serveJson(answer)
  return {
    url,
    variables: { CUSTODY_APP_ID: appId, CUSTODY_APP_SECRET: appSecret, CUSTODY_API_URL: url },
    wallets: () => wallets,
    setFaults: (given) => void (faults = given),
    requests: () => requests,
    stop,
  }
}
