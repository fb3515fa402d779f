import type { SECURITY } from '../../schema/operation.ts'

type Way = (api: string) => string

const asPerson: Way = (api) =>
  `sign in with a nonce of GET ${api}/auth/nonce (EIP-4361) at POST ${api}/auth/verify, and send the token as Authorization: Bearer, or the cookie`
const asAgent: Way = (api) =>
  `an agent signs in with a nonce of POST ${api}/auth/agent-nonce (SIWA) at POST ${api}/auth/agent-verify, and sends the receipt in X-SIWA-Receipt`
const withSecret =
  (name: string, header?: string): Way =>
  () =>
    `send the ${name} secret as Authorization: Bearer${header === undefined ? '' : `, or in ${header}`}`

/** How a caller gets the credential that an operation takes, and where it goes, by the contract's name of the credential. */
export const WAY_IN: Readonly<Record<keyof typeof SECURITY, Way>> = {
  session: asPerson,
  admin: asPerson,
  build: (api) => `${asPerson(api)}; ${asAgent(api)}`,
  write: (api) => `${asPerson(api)}; ${asAgent(api)} with a signature of the request (ERC-8128, Accept-Signature)`,
  identity: () => 'send an access token of the identity provider as Authorization: Bearer, or in X-IdP-Token',
  sessionAndIdentity: (api) =>
    `send an access token of the identity provider in X-IdP-Token, and a session beside it: ${asPerson(api)}`,
  miniapp: (api) => `send the sessionToken of POST ${api}/chatapp/miniapp/session as Authorization: Bearer`,
  keepr: (api) => `${withSecret('keepr')(api)}, and the key of the trust zone in X-Keepr-Zone-Key`,
  cron: withSecret('cron', 'X-Cron-Secret'),
  chatapp: withSecret('chatapp', 'X-Telegram-Bot-Api-Secret-Token'),
  ingest: withSecret('ingest'),
  tokenlist: withSecret('tokenlist'),
  sentinel: withSecret('sentinel'),
  runtime: withSecret('runtime'),
}
