import { fieldsOf, textOf, textOrNull } from '../effects/readFields.ts'
import type { LinkContext } from '../flow/Proof.ts'
import { readStored, type PageStorage } from './PageStorage.ts'

const KEY = 'chatapp-link.context'
const KEEP_MS = 30 * 60_000

/** What the bot's link adds to the page's address. */
const PARAMETERS = ['tgMiniApp', 'tgEntry', 'chatAction', 'tgChatId', 'tgLinkToken', 'tgUsername', 'tgWebAppStartParam']

/** A payload and an HMAC-SHA256, both base64url (functions/chatapp/link/linkToken.ts), no longer than the contract takes. */
const isLinkToken = (text: string): boolean => text.length <= 512 && /^[\w-]{1,468}\.[\w-]{43}$/.test(text)

interface Opened {
  readonly search: string
  /** `start_param` of the launch data. */
  readonly startParam: string | null
  readonly storage: PageStorage
  readonly now: number
}

/**
 * What the page was opened with: the query of the bot's link, else a start parameter that is a link token, else what this
 * tab kept of them for at most 30 minutes, since the address is stripped later and the page may be reloaded.
 */
export function captureContext({ search, startParam, storage, now }: Opened): LinkContext | null {
  const given = ofQuery(new URLSearchParams(search)) ?? ofStart(startParam)
  if (!given) return stored(storage, now)
  storage.setItem(KEY, JSON.stringify({ ...given, until: now + KEEP_MS }))
  return given
}

/** Once the link is made the token is used up. */
export const forgetContext = (storage: PageStorage): void => storage.removeItem(KEY)

/** The address without what the bot's link added, the launch data of its fragment kept; null where it has none of it. */
export function strippedUrl(href: string): string | null {
  const url = new URL(href)
  if (!PARAMETERS.some((name) => url.searchParams.has(name))) return null
  for (const name of PARAMETERS) url.searchParams.delete(name)
  return url.href
}

function ofQuery(query: URLSearchParams): LinkContext | null {
  const linkToken = query.get('tgLinkToken') ?? ''
  if (query.get('tgEntry') !== 'link' || linkToken === '' || linkToken.length > 512) return null
  return {
    linkToken,
    chatId: matching(query.get('tgChatId'), /^-?\d{1,20}$/),
    username: matching(query.get('tgUsername'), /^\w{1,64}$/),
  }
}

const ofStart = (startParam: string | null): LinkContext | null =>
  startParam !== null && isLinkToken(startParam) ? { linkToken: startParam, chatId: null, username: null } : null

const matching = (text: string | null, pattern: RegExp): string | null =>
  text !== null && pattern.test(text) ? text : null

function stored(storage: PageStorage, now: number): LinkContext | null {
  try {
    const kept = fieldsOf(readStored(storage, KEY))
    const until = kept['until']
    if (typeof until === 'number' && now < until && until <= now + KEEP_MS)
      return {
        linkToken: textOf(kept, 'linkToken'),
        chatId: textOrNull(kept, 'chatId'),
        username: textOrNull(kept, 'username'),
      }
  } catch {
    // Not written by this page.
  }
  forgetContext(storage)
  return null
}
