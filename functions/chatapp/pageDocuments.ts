import { identityClientName, scriptName, styleName } from 'virtual:chatappPage'
import type { IdentityEnv } from '../../shared/env/identityEnv.ts'
import type { MakeDocument, PlainDocument } from '../../shared/http/plainDocument.ts'
import { pageHtml } from './pageHtml.ts'

type Env = Pick<IdentityEnv, 'IDP_APP_ID' | 'IDP_CLIENT_URL'> & {
  readonly BASE_URL: string
  readonly APP_URL?: string | undefined
}

const ASSETS = '/chatapp/assets'
/** Origin that the vendor's client calls, if the page loads that client. */
const VENDOR_ORIGIN = 'https://auth.privy.io'
/** The chat app's web client shows Mini Apps in a frame; the others have a web view of their own. */
const CHAT_APP_WEB = 'https://web.telegram.org'

const FOR_EVER = 'public, max-age=31536000, immutable'

type File = 'script' | 'style' | 'identityClient'

/** Loaded when it is asked for: few requests do, and the Worker starts without it. */
const asset = (file: File, type: string, cache: string) => async (): Promise<PlainDocument> => ({
  body: (await import('./pageFiles.ts'))[file],
  headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': cache },
})

/** Documents of the Mini App page by path: the page itself, its script and style, and the vendor's client if it was built. */
export function createPageDocuments(env: Env): Map<string, MakeDocument> {
  const document = page(env)
  const linkPage = () => document
  return new Map<string, MakeDocument>([
    ['/chatapp/link', linkPage],
    // No redirect: it could lose the fragment, which has the launch data.
    ['/chatapp/link/', linkPage],
    [`${ASSETS}/${scriptName}`, asset('script', 'text/javascript', FOR_EVER)],
    [`${ASSETS}/${styleName}`, asset('style', 'text/css', FOR_EVER)],
    // Its path does not change with its content.
    ...(identityClientName === ''
      ? []
      : [[`${ASSETS}/${identityClientName}`, asset('identityClient', 'text/javascript', 'no-cache')] as const]),
  ])
}

/** Only the page may be framed, only by the chat app; it calls only its own origin and the identity provider. */
function page({ IDP_APP_ID: appId, IDP_CLIENT_URL: clientUrl, BASE_URL, APP_URL }: Env): PlainDocument {
  const client = appId ? (clientUrl === undefined ? 'vendor' : 'rest') : 'none'
  const provider = clientUrl === undefined ? VENDOR_ORIGIN : new URL(clientUrl).origin
  const policy = [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self' data:`,
    `connect-src 'self' ${provider}`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors ${CHAT_APP_WEB}`,
  ]
  return {
    body: pageHtml({
      script: `${ASSETS}/${scriptName}`,
      style: `${ASSETS}/${styleName}`,
      host: new URL(BASE_URL).host,
      data: {
        api: new URL(BASE_URL).pathname,
        'app-url': APP_URL ?? new URL(BASE_URL).origin,
        client,
        'idp-app-id': appId ?? '',
        'idp-url': clientUrl?.replace(/\/$/, '') ?? '',
      },
    }),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'content-security-policy': policy.join('; '),
    },
    isFramed: true,
  }
}
