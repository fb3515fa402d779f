import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { type Call, Reply, serveJson, type Service } from '../standIn.ts'
import { type Bot, makeBot, signLaunchData } from './bot.ts'

/** The user who opens the Mini App, and the parameters of the launch. */
export interface Launch {
  /** Decimal. */
  readonly user?: string
  readonly username?: string
  /** Chat of the launch, decimal; absent in most kinds of launches. */
  readonly chat?: string
  readonly startParam?: string
  /** Milliseconds; now when absent. */
  readonly at?: number
}

export interface Chatapp extends Service {
  readonly bot: Bot
  /** The chat app's key for third parties, 64 hex digits. */
  readonly publicKey: string
  /** Fresh launch data, raw. */
  launchData(launch?: Launch): string
  /** From now on the Mini App is opened at this host. */
  serveAt(host: string): void
}

interface Options {
  readonly bot?: Bot
  /** Origin of the Mini App's page. */
  readonly host?: string | undefined
  /** Milliseconds. */
  readonly now?: () => number
}

const DEFAULT_USER = '700000001'
const DEFAULT_USERNAME = 'localnet'
const ID = /^[1-9]\d{0,15}$/
const NAME = /^[A-Za-z0-9_]{1,32}$/
const TOKEN = /^[A-Za-z0-9_.-]{1,512}$/
const THEME = { bg_color: '#ffffff', text_color: '#000000', button_color: '#2481cc', button_text_color: '#ffffff' }

/**
 * Stands in for the chat app: `GET /open` leads a browser to the Mini App with launch data that is signed for this
 * visit, as the web client of the chat app does.
 */
export async function startChatapp({ bot = makeBot(), host: first, now = Date.now }: Options = {}): Promise<Chatapp> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  let host = first

  const launchData = ({
    user = DEFAULT_USER,
    username = DEFAULT_USERNAME,
    chat,
    startParam,
    at = now(),
  }: Launch = {}): string => {
    const fields = {
      user: JSON.stringify({ id: Number(user), first_name: 'Local', username, language_code: 'en' }),
      ...(chat === undefined ? {} : { chat: JSON.stringify({ id: Number(chat), type: 'private' }) }),
      chat_instance: String(createHash('sha256').update(user).digest().readBigInt64BE()),
      chat_type: 'private',
      ...(startParam === undefined ? {} : { start_param: startParam }),
      auth_date: String(Math.floor(at / 1000)),
      // Each launch has another.
      query_id: randomBytes(18).toString('base64url'),
    }
    return signLaunchData(fields, bot, privateKey)
  }

  const open = (search: URLSearchParams): Reply => {
    const [user, username] = [search.get('user') ?? DEFAULT_USER, search.get('username') ?? DEFAULT_USERNAME]
    const linkToken = search.get('linkToken')
    if (host === undefined) return text(503, 'nobody has said yet where the Mini App is served')
    if (!ID.test(user) || !Number.isSafeInteger(Number(user))) return text(400, 'user must be a number')
    if (!NAME.test(username)) return text(400, 'username must be 1 to 32 of A-Z a-z 0-9 _')
    if (linkToken !== null && !TOKEN.test(linkToken)) return text(400, 'linkToken is malformed')
    const link = {
      tgMiniApp: '1',
      tgEntry: 'link',
      chatAction: 'link-account',
      tgChatId: user,
      tgLinkToken: linkToken ?? '',
      tgUsername: username,
    }
    const query = linkToken === null ? '' : `?${new URLSearchParams(link)}`
    const fragment = Object.entries({
      tgWebAppData: launchData({ user, username }),
      tgWebAppVersion: '8.0',
      tgWebAppPlatform: 'weba',
      tgWebAppThemeParams: JSON.stringify(THEME),
    })
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('&')
    return text(302, '', { location: `${host}/chatapp/link${query}#${fragment}` })
  }

  const { url, stop } = await serveJson(({ request, url: { pathname, searchParams } }: Call) => {
    if (request.method !== 'GET') return text(405, 'only GET')
    if (pathname === '/open') return open(searchParams)
    return pathname === '/' ? text(200, usage(url)) : text(404, 'not found')
  })
  return {
    url,
    variables: { CHATAPP_BOT_TOKEN: bot.token },
    bot,
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    launchData,
    serveAt: (given) => void (host = given),
    stop,
  }
}

const text = (status: number, line: string, headers: Readonly<Record<string, string>> = {}): Reply =>
  new Reply(status, Buffer.from(`${line}\n`), { 'content-type': 'text/plain; charset=utf-8', ...headers })

const usage = (url: string): string => `The local chat app.

  ${url}/open                           opens the Mini App as user ${DEFAULT_USER}, @${DEFAULT_USERNAME}
  ${url}/open?user=42&username=ada      as another user
  ${url}/open?linkToken=<token>         from a link that the bot sent

The launch data is signed anew each time, so that a bookmark always works. E-mail codes are printed where the local
world was started.`
