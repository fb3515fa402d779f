import type { LocalAccount } from 'viem'
import { startChatapp } from '../../localnet/chatapp/startChatapp.ts'
import { startIdentity } from '../../localnet/identity/startIdentity.ts'
import { AccountPayload } from '../../schema/account/payload.ts'
import { MiniappSession } from '../../schema/chatapp/answers.ts'
import { atProvider, type Person } from '../chatapp/joinChatapp.ts'
import { startLocalnet } from '../support/localnet.ts'
import { seeded } from '../support/seeded.ts'
import { type Answer, bearer, dataOf, PAGE, signIn, toAnswer } from './support.ts'

/** Somebody in a session, with an access token of the identity provider. */
export interface Member {
  readonly email: string
  readonly wallet: LocalAccount
  readonly session: string
  readonly cookie: string
  readonly token: string
  readonly idpUserId: string
}

export type LinkNet = Awaited<ReturnType<typeof startLinkNet>>

/** The family over an identity provider and a chat app of its own. */
export async function startLinkNet(nodeUrl?: (url: string) => Promise<string>) {
  const chatapp = await startChatapp()
  const identity = await startIdentity({ botToken: chatapp.bot.token })
  const net = await startLocalnet({
    families: ['account', 'chatapp'],
    variables: { TRUSTED_ORIGINS: PAGE, ...chatapp.variables, ...identity.variables },
    ...(nodeUrl ? { nodeUrl } : {}),
  })
  const { join, signIn: signInAtProvider } = atProvider({ chatapp, identity })
  const random = seeded('members')
  let members = 0

  async function call(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return toAnswer(await fetch(`${net.sockets['account']}${path}`, { method: 'POST', body: text, headers }))
  }
  const chat = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    toAnswer(
      await fetch(`${net.sockets['chatapp']}/chatapp/${path}`, { method: 'POST', body: JSON.stringify(body), headers }),
    )
  /** A new chat user in the Mini App, ready to complete. */
  const joinChat = (email: string): Promise<Person> =>
    join(async (initData) => dataOf(await chat('miniapp/session', { initData }), MiniappSession).sessionToken, {
      email,
    })
  const both = ({ session, token }: Pick<Member, 'session' | 'token'>) => ({ ...bearer(session), 'x-idp-token': token })
  const db = await net.database()

  async function person(email = `member-${++members}@example.com`) {
    const { token, userId: idpUserId } = await signInAtProvider(email)
    return { email, token, idpUserId }
  }
  async function wallet(account = random.account()) {
    const { token: session, cookie } = await signIn(net.api, account)
    return { wallet: account, session, cookie }
  }
  return {
    ...net,
    identity,
    call,
    both,
    person,
    /** A session of a new account. */
    wallet,
    /** A new account's session, and a new user who belongs to none. */
    member: async (): Promise<Member> => ({ ...(await person()), ...(await wallet()) }),
    link: (member: Pick<Member, 'session' | 'token'>, body: unknown) => call('/accounts/link', body, both(member)),
    unlink: (member: Pick<Member, 'session' | 'token'>, body: unknown) => call('/accounts/unlink', body, both(member)),
    bootstrap: (body: unknown, token?: string) =>
      call('/waitlist/bootstrap', body, token === undefined ? {} : { 'x-idp-token': token }),
    chat,
    joinChat,
    /** Links a new chat user in the Mini App, as its page does. */
    async linkChat(email: string): Promise<Person> {
      const joined = await joinChat(email)
      const { sessionToken } = joined
      const completed = await chat('link/complete', { sessionToken }, joined.headers)
      if (completed.status !== 200) throw new Error(JSON.stringify(completed.json))
      return joined
    },
    count: async (table: string, where = 'true') =>
      (await db.prepare(`select count(*) n from ${table} where ${where}`).first<{ n: number }>())?.n,
    async stop() {
      await net.stop()
      await identity.stop()
      await chatapp.stop()
    },
  }
}

export const payload = (answer: Answer) => dataOf(answer, AccountPayload)
