import type { SECURITY } from '../../schema/operation.ts'

type Way = (api: string) => string

const asPerson: Way = (api) =>
  `sign a message (EIP-4361) with the nonce of GET ${api}/auth/nonce, sign in with POST ${api}/auth/verify, and send the token as Authorization: Bearer, or the cookie`
const asAgent: Way = (api) =>
  `as an agent, sign a SIWA message with the nonce of POST ${api}/auth/agent-nonce, sign in with POST ${api}/auth/agent-verify, and send the receipt in X-SIWA-Receipt`
const withSecret =
  (name: string, header?: string): Way =>
  () =>
    `send the ${name} secret as Authorization: Bearer${header === undefined ? '' : `, or in ${header}`}`

/** How a caller gets the credential of an operation and where to send it, by the contract's name of the credential. */
export const CREDENTIAL_STEPS: Readonly<Record<keyof typeof SECURITY, Way>> = {
  session: asPerson,
  admin: asPerson,
  build: (api) => `${asPerson(api)}; or ${asAgent(api)}`,
  write: (api) => `${asPerson(api)}; or ${asAgent(api)} with a signature of the request (ERC-8128, Accept-Signature)`,
  identity: () => 'send an access token of the identity provider as Authorization: Bearer, or in X-IdP-Token',
  sessionAndIdentity: (api) =>
    `send an access token of the identity provider in X-IdP-Token, and also a session: ${asPerson(api)}`,
  miniapp: (api) => `send the sessionToken of POST ${api}/chatapp/miniapp/session as Authorization: Bearer`,
  keepr: (api) => `${withSecret('keepr')(api)}, and the key of the trust zone in X-Keepr-Zone-Key`,
  cron: withSecret('cron', 'X-Cron-Secret'),
  chatapp: withSecret('chatapp', 'X-Telegram-Bot-Api-Secret-Token'),
  ingest: withSecret('ingest'),
  tokenlist: withSecret('tokenlist'),
  sentinel: withSecret('sentinel'),
  runtime: withSecret('runtime'),
}
