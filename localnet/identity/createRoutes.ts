import { isValid } from '@tma.js/init-data-node'
import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { type Call, outage, readBody, Refusal, Reply, suffer } from '../standIn.ts'
import type { AccessTokens } from './createAccessTokens.ts'
import type { EmailCodes } from './EmailCodes.ts'
import type { ChatAccount, LocalUser, UserDirectory } from './UserDirectory.ts'

/** Faults of the identity provider, which last until others are set. */
const Faults = z.strictObject({
  ...outage,
  /** No code is right. */
  wrongCode: z.boolean().optional(),
  /** All launch data is too old. */
  staleLaunchData: z.boolean().optional(),
  /** Users are shown without their chat account. */
  hideChatapp: z.boolean().optional(),
})
export type Faults = z.output<typeof Faults>

/** The parts of the identity provider. */
interface Parts {
  readonly appId: string
  readonly appSecret: string
  readonly botToken: string
  readonly users: UserDirectory
  readonly codes: EmailCodes
  readonly tokens: AccessTokens
  /** Prints for a person who cannot read e-mail here. */
  readonly print: (line: string) => void
  /** Milliseconds. */
  readonly now: () => number
}

type Handler = (request: IncomingMessage, url: URL) => Promise<unknown>

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/)
const Init = z.object({ email })
const Elsewhere = z.object({
  email,
  account: z.union([
    z.object({
      type: z.enum(['google_oauth', 'apple_oauth', 'twitter_oauth', 'tiktok_oauth']),
      subject: z.string().regex(/^[!-~]{1,255}$/),
      username: z.string().max(64).nullish(),
    }),
    z.object({ type: z.literal('wallet'), chain_type: z.literal('solana'), address: z.string().max(64) }),
    z.object({
      type: z.literal('cross_app'),
      provider_app_id: z.string().regex(/^[!-~]{1,128}$/),
      subject: z.string().regex(/^[!-~]{1,255}$/),
      embedded_wallets: z.array(z.object({ address: z.string().regex(/^0x[0-9a-fA-F]{40}$/) })).max(20),
    }),
  ]),
})
const Authenticate = z.object({ email, code: z.string().regex(/^\d{6}$/) })
/** Launch data by its fields, each decoded once, as the provider's own client sends it. */
const LaunchFields = z
  .object({ auth_date: z.int().min(0), hash: z.string(), user: z.string() })
  .catchall(z.string())
  .transform((fields) => new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])))
const Link = z.object({ telegram_web_app_data: LaunchFields })

/** The routes of the identity provider, for `serveJson`. */
export function createRoutes({ appId, appSecret, botToken, users, codes, tokens, print, now }: Parts) {
  let faults: Faults = {}
  let lookups = 0

  const shown = ({ id, createdAt, accounts }: LocalUser) => ({
    id,
    created_at: createdAt,
    linked_accounts: accounts.filter(({ type }) => !(faults.hideChatapp && type === 'telegram')),
    is_guest: false,
  })
  const bearerOf = async ({ headers }: IncomingMessage): Promise<LocalUser> => {
    const token = /^Bearer (\S{1,4096})$/.exec(headers.authorization ?? '')?.[1]
    const user = users.find((token && (await tokens.userOf(token))) || '')
    if (!user) throw new Refusal(401, 'missing_or_invalid_token', 'Missing or invalid token')
    return user
  }

  const client: Readonly<Record<string, Handler>> = {
    'POST /api/v1/passwordless/init': async (request) => {
      const body = await readBody(request, Init)
      const sent = codes.send(body.email)
      if ('retryAfter' in sent)
        throw new Refusal(429, 'too_many_requests', 'Too many requests', { 'retry-after': String(sent.retryAfter) })
      print(`e-mail code for ${body.email}: ${sent.code}`)
      return { success: true }
    },
    'POST /api/v1/passwordless/authenticate': async (request) => {
      const body = await readBody(request, Authenticate)
      if (faults.wrongCode || !codes.use(body.email, body.code))
        throw new Refusal(422, 'invalid_credentials', 'Invalid email and code combination')
      const opened = users.open(body.email)
      if (!opened) throw new Refusal(403, 'max_accounts_reached', 'The application has too many users')
      return {
        user: shown(opened.user),
        token: await tokens.issue(opened.user.id),
        refresh_token: null,
        identity_token: null,
        is_new_user: opened.isNew,
      }
    },
    'GET /api/v1/users/me': async (request) => ({ user: shown(await bearerOf(request)) }),
    'POST /api/v1/telegram/link': async (request) => {
      const { id } = await bearerOf(request)
      const body = await readBody(request, Link)
      const account = faults.staleLaunchData
        ? undefined
        : readLaunchData(body.telegram_web_app_data.toString(), botToken, now())
      if (!account) throw new Refusal(400, 'invalid_data', 'Invalid or expired launch data')
      return { user: shown(requireLinked(users.linkChatapp(id, account))) }
    },
  }

  const developer: Readonly<Record<string, Handler>> = {
    'GET /dev/app': async () => ({ appId }),
    'GET /dev/codes': async (_, { searchParams }) => {
      const code = codes.current((searchParams.get('email') ?? '').trim().toLowerCase())
      if (!code) throw new Refusal(404, 'not_found', 'no code is in force for this address')
      return code
    },
    // In place of a sign-in elsewhere, which OAuth would prove to the provider.
    'POST /dev/accounts': async (request) => {
      const { email: of, account } = await readBody(request, Elsewhere)
      return { user: shown(requireLinked(users.link(of, account))) }
    },
    'PUT /dev/faults': async (request) => {
      faults = await readBody(request, Faults)
      return faults
    },
  }

  const basic = `Basic ${Buffer.from(`${appId}:${appSecret}`).toString('base64')}`
  const showUser = ({ headers }: IncomingMessage, id: string) => {
    if (headers.authorization !== basic) throw new Refusal(401, 'invalid_credentials', 'Invalid app ID or app secret')
    lookups++
    const user = users.find(id)
    if (!user) throw new Refusal(404, 'user_not_found', 'User not found')
    return shown(user)
  }

  async function answer({ request, url, route }: Call): Promise<unknown> {
    if (request.method === 'OPTIONS') return new Reply(204, undefined)
    const local = developer[route]
    if (local) return local(request, url)
    await suffer(faults)
    if (route === `GET /api/v1/apps/${appId}/jwks.json`) return { keys: [tokens.jwk] }
    if (request.headers['privy-app-id'] !== appId) throw new Refusal(400, 'invalid_app_id', 'Missing app ID')
    const id = /^GET \/v1\/users\/([^/]{1,512})$/.exec(route)?.[1]
    if (id !== undefined) return showUser(request, decodeURIComponent(id))
    const handler = client[route]
    if (!handler) throw new Refusal(404, 'not_found', 'there is no such route')
    return handler(request, url)
  }

  return { answer, setFaults: (given: Faults) => void (faults = given), lookups: () => lookups }
}

function requireLinked(linked: ReturnType<UserDirectory['link']>): LocalUser {
  if (linked === 'linked_to_another_user') throw new Refusal(409, linked, 'The account is linked to another user')
  if (linked === 'cannot_link_more_of_type') throw new Refusal(400, linked, 'The user has another such account')
  return linked
}

const MAX_AGE_SECONDS = 300

const ChatUser = z.object({
  id: z.int().min(1).transform(String),
  username: z.string().max(64).optional(),
  first_name: z.string().max(256).optional(),
})

/**
 * The chat account of genuine and fresh launch data, else undefined. The ecosystem's own library decides, so that
 * our verification is not tested against itself. `now` is in milliseconds.
 */
function readLaunchData(raw: string, botToken: string, now: number): ChatAccount | undefined {
  const fields = new URLSearchParams(raw)
  if (Number(fields.get('auth_date')) + MAX_AGE_SECONDS < now / 1000) return undefined
  try {
    if (!isValid(raw, botToken, { expiresIn: 0 })) return undefined
    const { id, username = null, first_name: firstName = null } = ChatUser.parse(JSON.parse(fields.get('user') ?? ''))
    return { id, username, firstName }
  } catch {
    return undefined
  }
}
