import * as z from 'zod'
import { type Launch, startChatapp } from '../../localnet/chatapp/startChatapp.ts'
import { startIdentity } from '../../localnet/identity/startIdentity.ts'
import { localProfiles } from '../../localnet/seedAccounts.ts'
import { CompletedLink, MiniappSession } from '../../schema/chatappAnswers.ts'
import { type Answer, bearer, dataOf, toAnswer } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'

export type ChatappNet = Awaited<ReturnType<typeof startChatappNet>>

/** A chat user who has opened the Mini App, and who is signed in at the identity provider with an e-mail address. */
export interface Person {
  readonly chatappUserId: string
  readonly email: string
  readonly sessionToken: string
  readonly headers: Readonly<Record<string, string>>
}

/** Contract wallet of the person of the local world who has one. */
export const WALLET = '0x00000000000000000000000000000000000c0ffe'

const Authenticated = z.object({ token: z.string(), user: z.object({ id: z.string() }) })

/** The family over a chat app and an identity provider of its own. */
export async function startChatappNet({
  variables = {},
  own = false,
}: { variables?: Readonly<Record<string, string>>; own?: boolean } = {}) {
  const chatapp = await startChatapp()
  const identity = await startIdentity({ botToken: chatapp.bot.token })
  const net = await startLocalnet({
    families: ['chatapp'],
    variables: { ...chatapp.variables, ...identity.variables, ...variables },
    profiles: localProfiles(WALLET),
    own,
  })
  const root = () => net.sockets['chatapp'] ?? ''

  async function call(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return toAnswer(
      await fetch(`${root()}/chatapp/${path}`, {
        headers,
        ...(body === undefined ? {} : { method: 'POST', body: text }),
      }),
    )
  }

  async function provider(path: string, body: unknown, token?: string): Promise<unknown> {
    const answer = await fetch(`${identity.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'privy-app-id': identity.appId, ...(token === undefined ? {} : bearer(token)) },
      body: JSON.stringify(body),
    })
    const json: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`)
    return json
  }

  const session = (launch: Launch = {}) => call('miniapp/session', { initData: chatapp.launchData(launch) })

  let people = 0
  return {
    ...net,
    chatapp,
    identity,
    call,
    session,
    token: async (launch: Launch = {}) => dataOf(await session(launch), MiniappSession).sessionToken,
    /** Signs in at the provider by the code that it sends, as the page does. */
    async signIn(email: string): Promise<{ token: string; userId: string }> {
      await provider('passwordless/init', { email })
      const code = identity.codes.current(email)?.code ?? ''
      const { token, user } = Authenticated.parse(await provider('passwordless/authenticate', { email, code }))
      return { token, userId: user.id }
    },
    /** Links a chat account at the provider, as the page does. */
    linkAtProvider: (token: string, launch: Launch) =>
      provider('telegram/link', { telegram_web_app_data: chatapp.launchData(launch) }, token),
    /** Somebody new, ready to complete. */
    async join(given: { user?: string; email?: string } = {}): Promise<Person> {
      const number = ++people
      const { user = String(500_000_000 + number), email = `person-${number}@example.com` } = given
      const { token } = await this.signIn(email)
      await this.linkAtProvider(token, { user })
      return { chatappUserId: user, email, sessionToken: await this.token({ user }), headers: bearer(token) }
    },
    complete: (person: Pick<Person, 'sessionToken' | 'headers'>, more: object = {}) =>
      call('link/complete', { sessionToken: person.sessionToken, ...more }, person.headers),
    async stop() {
      await net.stop()
      await identity.stop()
      await chatapp.stop()
    },
  }
}

export const linked = (answer: Answer): z.output<typeof CompletedLink> => dataOf(answer, CompletedLink)

/** Some at a time: more connections than a small machine takes would test nothing but the machine. */
export async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let i = 0; i < items.length; i += 25) results.push(...(await Promise.all(items.slice(i, i + 25).map(work))))
  return results
}
