import * as z from 'zod'
import { launchFields } from '../../functions/chatapp/page/identity/launchFields.ts'
import type { Chatapp, Launch } from '../../localnet/chatapp/startChatapp.ts'
import type { Identity } from '../../localnet/identity/startIdentity.ts'
import { bearer } from '../account/support.ts'

/** A chat user who has opened the Mini App, and who is signed in at the identity provider with an e-mail address. */
export interface Person {
  readonly chatappUserId: string
  readonly email: string
  readonly sessionToken: string
  readonly headers: Readonly<Record<string, string>>
}

const Authenticated = z.object({ token: z.string(), user: z.object({ id: z.string() }) })

let people = 0

/** A person's calls of the identity provider, by its protocol, as the page makes them. */
export function atProvider({ chatapp, identity }: { chatapp: Chatapp; identity: Identity }) {
  async function ask(path: string, body: unknown, token?: string): Promise<unknown> {
    const answer = await fetch(`${identity.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'privy-app-id': identity.appId, ...(token === undefined ? {} : bearer(token)) },
      body: JSON.stringify(body),
    })
    const json: unknown = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`)
    return json
  }

  /** By the code that the provider sends. */
  async function signIn(email: string): Promise<{ token: string; userId: string }> {
    await ask('passwordless/init', { email })
    const code = identity.codes.current(email)?.code ?? ''
    const { token, user } = Authenticated.parse(await ask('passwordless/authenticate', { email, code }))
    return { token, userId: user.id }
  }

  const linkAtProvider = (token: string, launch: Launch) =>
    ask('telegram/link', { telegram_web_app_data: launchFields(chatapp.launchData(launch)) }, token)

  return {
    signIn,
    linkAtProvider,
    /** Somebody new, ready to complete; `open` exchanges launch data for a session. */
    async join(
      open: (initData: string) => Promise<string>,
      given: { readonly user?: string; readonly email?: string } = {},
    ): Promise<Person> {
      const number = ++people
      const { user = String(500_000_000 + number), email = `person-${number}@example.com` } = given
      const { token } = await signIn(email)
      await linkAtProvider(token, { user })
      const sessionToken = await open(chatapp.launchData({ user }))
      return { chatappUserId: user, email, sessionToken, headers: bearer(token) }
    },
  }
}
