import { type Client, createClient, type TokenStore } from 'creator-vault'
import { expect } from 'vitest'
import { WORKER_NAMES } from '../../../platform/workers.ts'
import { type BorrowedNet, startLocalnet } from '../../support/localnet.ts'

export const startAuthNet = (families: readonly string[] = []): Promise<BorrowedNet> =>
  startLocalnet({ families: ['account', 'build', 'vetoken', ...families], variables: { TRUSTED_ORIGINS: '' } })

/** A client of a local world, and the requests that it has sent, each with its headers. */
export function recordingClient(api: string): { readonly client: Client; readonly sent: Request[] } {
  const sent: Request[] = []
  const client = createClient({
    network: { chainId: 31337, baseUrl: api },
    fetch: (input, init) => {
      const request = new Request(input, init)
      sent.push(request.clone())
      return fetch(request)
    },
  })
  return { client, sent }
}

/** How often a request with this path was sent. */
export const countOf = (sent: readonly Request[], path: string): number =>
  sent.filter(({ url }) => new URL(url).pathname.endsWith(path)).length

type Message = string | { readonly raw: Uint8Array }

interface Account {
  readonly address: `0x${string}`
  signMessage(parameters: { readonly message: Message }): Promise<`0x${string}`>
}

/** An account that keeps the messages that it signs: texts, and bytes of requests. */
export function watched({ address, ...account }: Account): Account & { readonly signed: readonly Message[] } {
  const signed: Message[] = []
  return {
    address,
    signed,
    signMessage({ message }) {
      signed.push(message)
      return account.signMessage({ message })
    },
  }
}

/** A store with a text from the start, which shows what it has. */
export function storeWith(text: string | null = null): TokenStore & { text: string | null } {
  return {
    text,
    get() {
      return this.text
    },
    set(given) {
      this.text = given
    },
  }
}

/** The text that a store holds. Throws if there is none. */
export function textOf(store: { readonly text: string | null }): string {
  if (store.text === null) throw new Error('the store is empty')
  return store.text
}

/** The clocks of all Workers of the world are ahead by so many milliseconds. */
export const setAhead = async (net: BorrowedNet, aheadMs: number, families: readonly string[]): Promise<void> => {
  const names = WORKER_NAMES.filter((name) => name === 'core' || families.includes(name))
  await Promise.all(names.map((name) => net.changeTime(name, { aheadMs })))
}

/** The error of a promise. Fails if it is kept. */
export async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(outcome).toBeDefined()
  return outcome
}
