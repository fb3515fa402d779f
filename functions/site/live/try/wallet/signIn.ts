import { asItems, asJson, asText, type Json } from '../json.ts'
import { type Session, type Wallet, walletFault } from './Wallet.ts'

/** A sign-in that did not happen, in words. */
export class SignInFault extends Error {}

interface Steps {
  /** Base path of the API. */
  readonly base: string
  /** Says what the visitor has to do now. */
  say(text: string): void
}

/** Connects a wallet and starts a limited session for its first account: 15 minutes, to build and to read. Throws SignInFault. */
export async function signIn(wallet: Wallet, { base, say }: Steps): Promise<Session> {
  const { provider } = wallet
  const ask = (method: string, params: readonly unknown[] = []) =>
    provider.request({ method, params }).catch((error: unknown) => {
      throw new SignInFault(walletFault(error))
    })
  say('Connect this page in the wallet.')
  const [account] = asItems(await ask('eth_requestAccounts'))
  const address = await withChecksum(base, asText(account))
  const challenge = await call(`${base}/auth/nonce?scope=limited`)
  requireOwn(challenge)
  say('Sign the message in the wallet. It starts a session of 15 minutes that can build and read, nothing else.')
  const message = messageOf(address, challenge)
  const signature = await ask('personal_sign', [toHex(message), address])
  const started = await call(`${base}/auth/verify`, { message, signature })
  const { token, expiresAt, scope } = started
  if (scope !== 'limited') throw new SignInFault('The service started another session than was asked for.')
  return {
    wallet,
    address,
    token: asText(token),
    expiresAt: Date.parse(asText(expiresAt)),
    chainId: Number(challenge['chainId']),
  }
}

/** An address in mixed case (EIP-55), which EIP-4361 wants: the service writes it so if the wallet does not. Throws SignInFault. */
async function withChecksum(base: string, address: string): Promise<string> {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) throw new SignInFault('The wallet named no account.')
  if (/[A-F]/.test(address)) return address
  const { candidates } = await call(`${base}/v1/resolve?q=${address}`)
  const found = asItems(candidates).map((one) => asText(asJson(one)['address']))
  const same = found.find((one) => one.toLowerCase() === address)
  if (same === undefined)
    throw new SignInFault('The service could not write the address of the wallet with its checksum.')
  return same
}

/** Throws SignInFault unless a challenge is for the host of this page: a signed one would sign in elsewhere (EIP-4361). */
function requireOwn(challenge: Json): void {
  const { domain, uri, statement } = challenge
  if (domain !== location.host || new URL(asText(uri)).host !== location.host)
    throw new SignInFault(`Sign-in is for ${asText(domain)}: open this page there.`)
  if (!/^[ -~]+$/.test(asText(statement))) throw new SignInFault('The service offers no limited session.')
}

/** EIP-4361. */
const messageOf = (address: string, { domain, statement, uri, chainId, nonce, issuedAt }: Json): string =>
  [
    `${asText(domain)} wants you to sign in with your Ethereum account:`,
    address,
    '',
    asText(statement),
    '',
    `URI: ${asText(uri)}`,
    'Version: 1',
    `Chain ID: ${Number(chainId)}`,
    `Nonce: ${asText(nonce)}`,
    `Issued At: ${asText(issuedAt)}`,
  ].join('\n')

const toHex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** The data of an answer of the API. Throws SignInFault. */
async function call(url: string, body?: Json): Promise<Json> {
  const post = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
  const answer = await fetch(url, { ...post, credentials: 'omit' })
    .then(async (response): Promise<unknown> => response.json())
    .catch(() => undefined)
  const { success, data, error } = asJson(answer)
  if (success === true) return asJson(data)
  throw new SignInFault(asText(error) || 'The service could not be reached.')
}
