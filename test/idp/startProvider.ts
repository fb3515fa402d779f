import { createServer, type RequestListener } from 'node:http'
import { launchFields } from '../../functions/chatapp/page/identity/launchFields.ts'
import { listen } from '../../localnet/standIn.ts'
import { startIdentity } from '../../localnet/identity/startIdentity.ts'
import { makeBot } from '../../localnet/chatapp/bot.ts'
import { startChatapp } from '../../localnet/chatapp/startChatapp.ts'
import { identityVariables, type IdentityEnv } from '../../shared/env/identityEnv.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { createIdentityProvider } from '../../shared/idp/createIdentityProvider.ts'
import * as z from 'zod'

export const START = Date.UTC(2026, 0, 1)

export const readIdentityEnv = (variables: Readonly<Record<string, string>>): IdentityEnv =>
  readEnv(z.object(identityVariables), variables)

/** The local identity provider and chat app on one clock, with our adapter to it. */
export async function startProvider() {
  let time = START
  const now = () => time
  const bot = makeBot()
  const printed: string[] = []
  const chatapp = await startChatapp({ bot, now })
  const identity = await startIdentity({ botToken: bot.token, now, print: (line) => void printed.push(line) })
  const { url, appId, variables } = identity
  /** Asks as the page does. */
  const ask = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'privy-app-id': appId, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const json: unknown = await response.json()
    return { status: response.status, headers: response.headers, json }
  }
  const sendCode = (email: string) => ask('POST', '/api/v1/passwordless/init', { email })
  const authenticate = (email: string, code: string) =>
    ask('POST', '/api/v1/passwordless/authenticate', { email, code })
  return {
    ...identity,
    chatapp,
    printed,
    adapter: createIdentityProvider(readIdentityEnv(variables), now),
    adapterWith: (more: Readonly<Record<string, string>>) =>
      createIdentityProvider(readIdentityEnv({ ...variables, ...more }), now),
    now,
    pass: (ms: number) => void (time += ms),
    ask,
    sendCode,
    authenticate,
    link: (token: string, launchData: string) =>
      ask(
        'POST',
        '/api/v1/telegram/link',
        { telegram_web_app_data: launchFields(launchData) },
        { authorization: `Bearer ${token}` },
      ),
    /** Signs in with the code that was sent. */
    async signIn(email: string) {
      await sendCode(email)
      const { json } = await authenticate(email, identity.codes.current(email.toLowerCase())?.code ?? '')
      return SignedIn.parse(json)
    },
    stop: async () => void (await Promise.all([identity.stop(), chatapp.stop()])),
  }
}

const SignedIn = z.object({ token: z.string(), is_new_user: z.boolean(), user: z.looseObject({ id: z.string() }) })

/** A server with given answers, in place of the provider. */
export const startUpstream = (answer: RequestListener) => listen(createServer(answer))
