import { wrapFetchWithPayment, type x402Client } from '@x402/fetch'
import type { Client, Credential } from './createClient.ts'
import { readBytes } from './readBytes.ts'

const PAYMENT = 'payment-signature'

/**
 * A client that pays for calls that cost something (x402): the same as the given one, with the same credential and `minBlock`. The limits of a
 * payment are those of the x402 client.
 *
 * Until a paid call has its whole answer, the same call is sent with the same payment: again after a failure, it costs nothing more
 * (`docs/review.md`). This memory ends with the client, so keep the client.
 *
 * @example
 * const payer = x402Client.fromConfig({ schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(account) }] })
 * const { review } = await reviewAgentFeedback(payFor(client, payer), { agentId: 1 })
 */
export function payFor(client: Client, payer: x402Client): Client {
  const proofs = new WeakMap<Request, (request: Request) => Request | Promise<Request>>()
  /** Payments without a whole answer yet, by what is paid for. */
  const payments = new Map<string, string>()
  const inTurn = takeTurns()

  async function payingFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const request = new Request(input)
    const prove = input instanceof Request ? proofs.get(input) : undefined
    const purchase = `${request.method} ${request.url} ${await request.clone().text()}`

    // A signature of a request is accepted once, so that each attempt needs its own.
    const send = async (one: Request) => client.fetch((await prove?.(one)) ?? one, init)
    const sendPaid = (one: Request, signed: string) =>
      inTurn(purchase, async () => {
        const payment = payments.get(purchase) ?? signed
        payments.set(purchase, payment)
        one.headers.set(PAYMENT, payment)
        const response = await send(one)
        // These charge nothing, and the payment is of no more use.
        if (response.status === 402 || response.status === 409) payments.delete(purchase)
        if (!response.ok) return response
        const body = new Blob(await readBytes(response, client.maxBytes))
        payments.delete(purchase)
        return new Response(body, response)
      })

    const open = payments.get(purchase)
    if (open !== undefined) return sendPaid(request, open)
    const pay = wrapFetchWithPayment((one, ...rest) => {
      const next = new Request(one, ...rest)
      const signed = next.headers.get(PAYMENT)
      return signed === null ? send(next) : sendPaid(next, signed)
    }, payer)
    return pay(request)
  }

  return {
    ...client,
    fetch: payingFetch,
    get credential() {
      return client.credential && withAuthorize(client.credential, proofs)
    },
    set credential(credential) {
      client.credential = credential
    },
    get minBlock() {
      return client.minBlock
    },
    set minBlock(block) {
      client.minBlock = block
    },
  }
}

/** The same credential, which notes how to authorize a request in the place of doing so. */
const withAuthorize = (
  own: Credential,
  proofs: WeakMap<Request, (request: Request) => Request | Promise<Request>>,
): Credential => {
  const authorize: Credential['authorize'] = (request, ...rest) => {
    proofs.set(request, (another) => own.authorize(another, ...rest))
    return request
  }
  return Object.create(own, { authorize: { value: authorize } })
}

/** Does pieces of work with the same key one after the other. */
function takeTurns() {
  const turns = new Map<string, Promise<unknown>>()
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(key) ?? Promise.resolve()).then(work)
    const over = turn
      .catch(() => {})
      .then(() => {
        if (turns.get(key) === over) turns.delete(key)
      })
    turns.set(key, over)
    return turn
  }
}
