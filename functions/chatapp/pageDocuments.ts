import { identityClientName, scriptName, styleName } from 'virtual:chatappPage'
import type { IdentityEnv } from '../../shared/env/identityEnv.ts'
import type { MakeDocument, PlainDocument } from '../../shared/http/plainDocument.ts'

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

/** Loaded with its first request: few request it, and the Worker starts without it. */
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

/** Settings of the page: `data-` attributes of its root, so that the document needs no inline script. */
interface PageSettings {
  readonly script: string
  readonly style: string
  readonly host: string
  readonly data: Readonly<Record<string, string>>
}

/** The document of the Mini App page: who asks, the root of the script, and a notice for browsers without JavaScript. */
const pageHtml = ({ script, style, host, data }: PageSettings): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Link your chat account · Creator Vaults</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escape(style)}">
<script type="module" src="${escape(script)}"></script>
<header class="service"><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path class="shares" d="M12 1.5A10.5 10.5 0 0 1 22.5 12H17a5 5 0 0 0-5-5Z"/><path d="M10.2 1.65v5.7a5 5 0 1 0 6.45 6.45h5.7A10.5 10.5 0 1 1 10.2 1.65Z"/></svg><strong>Creator Vaults</strong> <span>${escape(host)}</span></header>
<div id="root"${Object.entries(data)
  .map(([name, value]) => ` data-${name}="${escape(value)}"`)
  .join('')}></div>
<noscript><main><h1>Link your chat account</h1><p>This page of Creator Vaults needs JavaScript. Open it from the chat app.</p></main></noscript>
</html>
`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
