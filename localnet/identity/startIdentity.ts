import { randomBytes } from 'node:crypto'
import type { Address } from 'viem'
import { makeBot } from '../chatapp/bot.ts'
import { serveJson, type Service } from '../standIn.ts'
import { addressOf } from '../world/accounts.ts'
import { type AccessTokens, createAccessTokens } from './createAccessTokens.ts'
import { createRoutes, type Faults } from './createRoutes.ts'
import { createEmailCodes, type EmailCodes } from './EmailCodes.ts'
import { createUserDirectory, type UserDirectory } from './UserDirectory.ts'

export interface Identity extends Service {
  readonly appId: string
  readonly users: UserDirectory
  readonly codes: EmailCodes
  readonly tokens: AccessTokens
  /** Replaces all switches. */
  setFaults(faults: Faults): void
  /** Number of look-ups in the users API. */
  lookups(): number
}

interface Options {
  /** The bot whose launch data is genuine. */
  readonly botToken?: string
  /** Contract wallet of the person of the local world who has one. */
  readonly wallet?: Address | undefined
  readonly print?: (line: string) => void
  /** Milliseconds. */
  readonly now?: () => number
}

/** The person of the local world whose account exists from the start, with wallets. */
export const OWNER_EMAIL = 'owner@localnet.test'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': 'authorization, content-type, privy-app-id',
  'access-control-expose-headers': 'retry-after',
  'access-control-max-age': '600',
}

/**
 * Stands in for the identity provider, in its own protocol: signing in by a code that is sent to an e-mail address,
 * linking a chat account, access tokens, and the users API for servers. Codes are printed, and at
 * `GET /dev/codes?email=`; `GET /dev/app` names the application; `POST /dev/accounts` gives a user an account elsewhere;
 * `PUT /dev/faults` makes it fail.
 */
export async function startIdentity({
  botToken = makeBot().token,
  wallet,
  print = () => {},
  now = Date.now,
}: Options = {}): Promise<Identity> {
  const appId = `local${randomBytes(10).toString('hex')}`
  const appSecret = randomBytes(32).toString('hex')
  const users = createUserDirectory(now)
  users.setWallets(OWNER_EMAIL, [
    { address: addressOf('owner'), kind: 'external' },
    ...(wallet ? [{ address: wallet, kind: 'smart' as const }] : []),
  ])
  users.link(OWNER_EMAIL, { type: 'google_oauth', subject: '104837291056348120954', username: 'Aurora' })
  users.link(OWNER_EMAIL, { type: 'twitter_oauth', subject: '10000001', username: 'aurora' })
  const codes = createEmailCodes(now)
  const tokens = await createAccessTokens(appId, now)
  const routes = createRoutes({ appId, appSecret, botToken, users, codes, tokens, print, now })

  const { url, stop } = await serveJson(routes.answer, { headers: CORS })
  return {
    url,
    variables: {
      IDP_APP_ID: appId,
      IDP_APP_SECRET: appSecret,
      IDP_VERIFICATION_KEY: tokens.publicKey.replaceAll('\n', '\\n'),
      IDP_API_URL: url,
      IDP_CLIENT_URL: url,
    },
    appId,
    users,
    codes,
    tokens,
    setFaults: routes.setFaults,
    lookups: routes.lookups,
    stop,
  }
}
