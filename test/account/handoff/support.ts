import { createHash } from 'node:crypto'
import type { LocalAccount } from 'viem'
import { HandoffCode } from '../../../schema/account/handoff.ts'
import { type Answer, bearer, call, dataOf, signIn } from '../support.ts'

/** A pair of RFC 7636, method S256. */
export const pairOf = (text: string) => {
  const codeVerifier = text.padEnd(43, '-')
  return { codeVerifier, codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url') }
}

export const redeem = (api: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  call(api, 'handoff-redeem', body, headers)

/** A code that an account requested, signed in as a program does. */
export async function codeOf(api: string, account: LocalAccount, body: object = {}): Promise<string> {
  const { token } = await signIn(api, account)
  return dataOf(await call(api, 'handoff-create', body, bearer(token)), HandoffCode).code
}
