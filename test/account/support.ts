import { type SIWAMessageFields, signSIWAMessage } from '@buildersgarden/siwa/siwa'
import type { Address, Hex, LocalAccount } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import * as z from 'zod'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import {
  AgentChallenge,
  AgentReceipt,
  CurrentPrincipal,
  SignInChallenge,
  StartedSession,
} from '../../schema/account/answers.ts'
import { ErrorEnvelope } from '../../schema/common.ts'
import type { SessionScope } from '../../shared/durable/sessions.ts'
import { hex, siwaSigner } from '../auth/support.ts'
import { type BorrowedNet, startLocalnet, type TestNet } from '../support/localnet.ts'
import type { RpcProxy } from '../support/rpcProxy.ts'

/** A page that the API trusts. */
export const PAGE = 'https://app.example.com'

export const startAccountNet = (options: Partial<Parameters<typeof startLocalnet>[0]> = {}): Promise<BorrowedNet> =>
  startLocalnet({ families: ['account'], ...options, variables: { TRUSTED_ORIGINS: PAGE, ...options.variables } })

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly json: unknown
  /** Code of an error answer. */
  readonly code: string | null
}

/** Calls `/auth/<operation>`; a body makes it a POST. */
export async function call(
  api: string,
  operation: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const init =
    body === undefined
      ? { headers }
      : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers }
  return toAnswer(await fetch(`${api}/auth/${operation}`, init))
}

export async function toAnswer(response: Response): Promise<Answer> {
  const json: unknown = await response.json()
  if (response.status >= 400) {
    const { error } = ErrorEnvelope.parse(json)
    const code = response.headers.get('x-error-code')
    if (code === null || !error.startsWith(code)) throw new Error(`error ${error} and header ${code} disagree`)
  }
  return { status: response.status, headers: response.headers, json, code: response.headers.get('x-error-code') }
}

const Enveloped = z.strictObject({ success: z.literal(true), data: z.unknown() })

/** The data of a 200 answer, checked against the contract's schema. */
export function dataOf<T extends z.ZodType>({ status, json }: Answer, schema: T): z.output<T> {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return schema.parse(Enveloped.parse(json).data)
}

export function accountOf({ world }: Pick<TestNet, 'world'>, role: AccountRole): PrivateKeyAccount {
  const account = world.accounts.find((entry) => entry.role === role)
  if (!account) throw new Error(`no account ${role}`)
  const known = ofKeys.get(account.privateKey) ?? privateKeyToAccount(account.privateKey)
  ofKeys.set(account.privateKey, known)
  return known
}
/** The public key of each takes a millisecond to compute. */
const ofKeys = new Map<Hex, PrivateKeyAccount>()

/** An EIP-4361 message with a fresh nonce of the API, for a session of a scope. */
export async function writeMessage(
  api: string,
  address: Address,
  changes: Partial<Parameters<typeof createSiweMessage>[0]> = {},
  scope: SessionScope = 'full',
): Promise<string> {
  const challenge = await call(api, scope === 'full' ? 'nonce' : `nonce?scope=${scope}`)
  const { nonce, issuedAt, domain, uri, chainId, statement } = dataOf(challenge, SignInChallenge)
  return createSiweMessage({
    address,
    chainId,
    domain,
    uri,
    nonce,
    version: '1',
    issuedAt: new Date(issuedAt),
    ...(statement === undefined ? {} : { statement }),
    ...changes,
  })
}

interface Signer {
  readonly address: Address
  signMessage(given: { message: string }): Promise<`0x${string}`>
}

/** Signs in as a program does, and gives the session's token. */
export async function signIn(
  api: string,
  account: Signer,
  scope: SessionScope = 'full',
): Promise<{ token: string; cookie: string }> {
  const message = await writeMessage(api, account.address, {}, scope)
  const answer = await call(api, 'verify', { message, signature: await account.signMessage({ message }) })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { token: dataOf(answer, StartedSession).token ?? '', cookie }
}

/** A SIWA message with a fresh nonce, in the name of `address`, made with the published client and signed by `account`. */
export async function writeAgentMessage(
  api: string,
  agentId: number,
  account: LocalAccount,
  { address = account.address, ...changes }: Partial<SIWAMessageFields> & { address?: Address } = {},
): Promise<{ message: string; signature: `0x${string}` }> {
  const challenge = dataOf(await call(api, 'agent-nonce', { agentId }), AgentChallenge)
  const signed = await signSIWAMessage({ ...challenge, ...changes }, siwaSigner(account, address))
  return { message: signed.message, signature: hex(signed.signature) }
}

export const receiptOf = async (api: string, agentId: number, account: LocalAccount, address = account.address) =>
  dataOf(await call(api, 'agent-verify', await writeAgentMessage(api, agentId, account, { address })), AgentReceipt)

export const me = async (api: string, headers: Record<string, string>) =>
  dataOf(await call(api, 'me', undefined, headers), CurrentPrincipal)

/** Requests to the node that have a text: an address, a selector. Requests of core's index are left out. */
export const requestsWith = ({ requests }: RpcProxy, text: string): number =>
  requests.filter(
    (request) =>
      request.calls.some(({ method }) => !OF_THE_INDEX.includes(method)) &&
      JSON.stringify(request).toLowerCase().includes(text.toLowerCase().replace('0x', '')),
  ).length

const OF_THE_INDEX = ['eth_getLogs', 'eth_getBlockByNumber']

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
