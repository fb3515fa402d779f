import { SECURITY_SCHEMES } from '../../../../schema/openapi.ts'
import { type Operation, SECURITY } from '../../../../schema/operation.ts'
import { guidePageUrl } from '../../discovery/paths.ts'
import { conceptUrl } from './urls.ts'

type Auth = keyof typeof SECURITY
type Scheme = keyof typeof SECURITY_SCHEMES

/** Each credential in a few words, and where its callers read how to get it. */
const CREDENTIALS: Readonly<Record<Auth, readonly [text: string, href: string]>> = {
  build: ['Session or SIWA receipt', conceptUrl('sign-in')],
  write: ['Session, or a request that an agent signed', conceptUrl('sign-in')],
  session: ['Session', conceptUrl('sign-in')],
  admin: ['Session of an administrator', conceptUrl('sign-in')],
  identity: ['Access token of the identity provider', guidePageUrl('accounts')],
  sessionAndIdentity: ['Session and access token of the identity provider', guidePageUrl('accounts')],
  miniapp: ['Session of the Mini App', guidePageUrl('chatapp')],
  chatapp: ['Secret of the webhook', guidePageUrl('chatapp')],
  keepr: ['Keys of keepers', guidePageUrl('keepers')],
  runtime: ['Key of the workflow runtime', guidePageUrl('runtime')],
  cron: ['Secret of the scheduler', guidePageUrl('operating')],
  ingest: ['Secret of the node provider', guidePageUrl('configuration')],
  tokenlist: ['Key of the token list', guidePageUrl('token-list')],
  sentinel: ['Secret of the sentinel', guidePageUrl('coin-trend')],
}

/** The credential of an operation in words, when it is needed, and where to read how to get it; empty if none is. */
export function credentialWords({ 'x-auth': auth, 'x-auth-when': when, 'x-auth-optional': optional }: Operation): {
  readonly text: string
  readonly href?: string
} {
  const needed = auth ?? when?.auth ?? optional
  if (needed === undefined) return { text: '' }
  const [text, href] = CREDENTIALS[needed]
  if (optional !== undefined) return { text: `Optional: ${lowerFirst(text)}`, href }
  if (auth !== undefined || when === undefined) return { text, href }
  const condition = when.is === 'absent' ? `without ${when.query}` : `with ${when.query}=${when.is ?? true}`
  return { text: `${text}, ${condition}`, href }
}

const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

/** A header of a request that has a credential: its name, what stands before the value, and the variable of the samples. */
export interface CredentialHeader {
  readonly name: string
  readonly prefix: string
  readonly variable: string
}

/** Variables of the samples, named as the deployment names its secrets. */
const VARIABLES: Readonly<Record<Exclude<Scheme, 'session'>, string>> = {
  bearer: 'TOKEN',
  siwaReceipt: 'RECEIPT',
  erc8128: 'SIGNATURE',
  erc8128Input: 'SIGNATURE_INPUT',
  contentDigest: 'CONTENT_DIGEST',
  cron: 'CRON_SECRET',
  cronHeader: 'CRON_SECRET',
  ingest: 'LOTTERY_INGEST_SECRET',
  tokenlist: 'TOKEN_LIST_KEY',
  sentinel: 'TREND_SENTINEL_SECRET',
  identity: 'IDP_TOKEN',
  identityHeader: 'IDP_TOKEN',
  miniapp: 'MINIAPP_TOKEN',
  chatapp: 'CHATAPP_WEBHOOK_SECRET',
  chatappBearer: 'CHATAPP_WEBHOOK_SECRET',
  keepr: 'KPR_API_KEY',
  keeprZone: 'KPR_ZONE_KEY',
  runtime: 'CRE_RUNTIME_API_KEY',
  runtimeSignature: 'CRE_SIGNATURE',
  runtimeTimestamp: 'CRE_TIMESTAMP',
  runtimeNonce: 'CRE_NONCE',
}

const isScheme = (name: string): name is keyof typeof VARIABLES => Object.hasOwn(VARIABLES, name)

/** Headers with the credential that a program sends: not the cookie of a browser; signed, where the deployment may demand it. */
export function credentialHeaders({ 'x-auth': auth }: Operation): readonly CredentialHeader[] {
  if (auth === undefined) return []
  const alternatives = SECURITY[auth].map((one) => Object.keys(one)).filter((names) => !names.includes('session'))
  const names = (auth === 'runtime' ? alternatives.at(-1) : alternatives[0]) ?? []
  return names.filter(isScheme).map((name) => {
    const scheme = SECURITY_SCHEMES[name]
    return scheme.type === 'http'
      ? { name: 'Authorization', prefix: 'Bearer ', variable: VARIABLES[name] }
      : { name: scheme.name, prefix: '', variable: VARIABLES[name] }
  })
}
