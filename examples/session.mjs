// What every example needs: the local world of `npm start`, calls of the API, and a session (EIP-4361).
import { readFileSync } from 'node:fs'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'

/** Addresses, accounts and secrets of the running local world. */
export const { api, host, rpc, chainId, contracts, accounts, secrets, services } = JSON.parse(
  readFileSync('.localnet/manifest.json', 'utf8'),
)

/** The account of a role, for example `owner`, `agent` or `bidder`. */
export const accountOf = (role) => privateKeyToAccount(accounts.find((account) => account.role === role).privateKey)

/** Calls the API: GET without a body, POST with one. Returns the envelope's `data`, or a builder's answer, which has none. */
export async function call(path, body, headers = {}) {
  const init = body === undefined ? { headers } : { method: 'POST', body: JSON.stringify(body), headers }
  const answer = await (await fetch(api + path, init)).json()
  if (answer.success === false) throw new Error(answer.error)
  return answer.success ? answer.data : answer
}

/** Signs in an account: a challenge, a signed message, a session. Returns the headers of its requests. */
export async function signIn(account) {
  const { issuedAt, ...challenge } = await call('/auth/nonce')
  const message = createSiweMessage({
    ...challenge,
    address: account.address,
    version: '1',
    issuedAt: new Date(issuedAt),
  })
  const { token } = await call('/auth/verify', { message, signature: await account.signMessage({ message }) })
  return { authorization: `Bearer ${token}` }
}
