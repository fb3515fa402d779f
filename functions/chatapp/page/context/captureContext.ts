import { fieldsOf, textOf, textOrNull } from '../effects/readFields.ts'
import type { LinkContext } from '../flow/LinkEffects.ts'
import { type PageStorage, readStored } from './PageStorage.ts'

const KEY = 'chatapp-link.context'
const KEEP_MS = 30 * 60_000

/** Query parameters that the bot's link adds to the page's URL. */
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
 * The link context of the page: the query of the bot's link, else a start parameter that is a link token, else the context that
 * this tab stored at most 30 minutes ago: the URL is stripped later, and the page may be reloaded.
 */
export function captureContext({ search, startParam, storage, now }: Opened): LinkContext | null {
  const given = ofQuery(new URLSearchParams(search)) ?? ofStart(startParam)
  if (!given) return stored(storage, now)
  storage.setItem(KEY, JSON.stringify({ ...given, until: now + KEEP_MS }))
  return given
}

/** Removes the stored context, once the link is made and the token consumed. */
export const forgetContext = (storage: PageStorage): void => storage.removeItem(KEY)

/** The URL without the parameters of the bot's link; its fragment with the launch data stays. Null if it has none of them. */
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
    // This page did not write it.
  }
  forgetContext(storage)
  return null
}
