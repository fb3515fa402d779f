import { privateKeyToAccount } from 'viem/accounts'
import type * as z from 'zod'
import {
  DeletedPortfolio,
  DeletionChallenge,
  Portfolio,
  PortfolioExport,
} from '../../schema/account/portfolioAnswers.ts'
import { seeded } from '../support/seeded.ts'
import { type Answer, bearer, dataOf, signIn, toAnswer } from './support.ts'

const random = seeded('portfolios')

/** Calls of one person to their own data. */
export interface Person {
  readonly address: `0x${string}`
  readonly token: string
  send(method: string, path?: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  read(): Promise<z.output<typeof Portfolio>>
  change(changes: unknown): Promise<Answer>
  export(): Promise<z.output<typeof PortfolioExport>>
  ask(): Promise<z.output<typeof DeletionChallenge>>
  confirm(confirmation: string): Promise<Answer>
}

/** A call to `/portfolio/me`, with a path after it and a JSON body. */
export async function callPortfolio(
  api: string,
  method: string,
  path = '',
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return toAnswer(await fetch(`${api}/portfolio/me${path}`, { method, headers, ...sent }))
}

/** Somebody who has signed in, of a new account unless another key is given. */
export async function signedIn(api: string, key = random.key()): Promise<Person & { readonly key: `0x${string}` }> {
  const account = privateKeyToAccount(key)
  const { token } = await signIn(api, account)
  const send: Person['send'] = (method, path, body, headers = {}) =>
    callPortfolio(api, method, path, { body, headers: { ...bearer(token), ...headers } })
  return {
    key,
    address: account.address,
    token,
    send,
    read: async () => dataOf(await send('GET'), Portfolio),
    change: (changes) => send('PATCH', '', changes),
    export: async () => dataOf(await send('GET', '/export'), PortfolioExport),
    ask: async () => dataOf(await send('POST', '/deletion'), DeletionChallenge),
    confirm: (confirmation) => send('DELETE', '', { confirmation }),
  }
}

export const deleted = (answer: Answer) => dataOf(answer, DeletedPortfolio)
