import { askJson, retryAfterOf } from '../effects/askJson.ts'
import { fieldsOf, listOf, textOf } from '../effects/readFields.ts'
import { problemOf } from '../flow/FlowError.ts'
import type { ClientUser, IdentityClient, IdentityResult } from './IdentityClient.ts'
import { launchFields } from './launchFields.ts'
import { problemOfProvider, type ProviderCall } from './problemOfProvider.ts'

interface Provider {
  readonly url: string
  readonly appId: string
}

/**
 * The provider's REST protocol over fetch. The access token is only in memory: a reloaded page signs in again, and a script that
 * reads storage finds no token. Refresh tokens are not stored: the flow is shorter than the token's lifetime of one hour.
 */
export function createRestIdentityClient({ url, appId }: Provider): IdentityClient {
  let token: string | null = null

  async function call<T>(
    name: ProviderCall,
    path: string,
    { body, signal }: { body?: object; signal: AbortSignal },
    read: (answer: unknown) => T,
  ): Promise<IdentityResult<T>> {
    try {
      const answer = await askJson(`${url}/api/v1${path}`, {
        body,
        headers: { 'privy-app-id': appId, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
        signal,
      })
      if (answer.ok) return { ok: true, value: read(answer.body) }
      if (answer.status === 401) token = null
      const code = codeOf(answer.body)
      return { ok: false, problem: problemOfProvider(name, { status: answer.status, code, ...retryAfterOf(answer) }) }
    } catch (error) {
      return { ok: false, problem: problemOf(error) }
    }
  }

  return {
    sendCode: (email, signal) => call('sendCode', '/passwordless/init', { body: { email }, signal }, () => undefined),
    verifyCode(email, code, signal) {
      token = null
      return call('verifyCode', '/passwordless/authenticate', { body: { email, code }, signal }, (answer) => {
        token = textOf(fieldsOf(answer), 'token')
      })
    },
    getAccessToken: () => Promise.resolve({ ok: true, value: token }),
    async currentUser(signal) {
      if (token === null) return { ok: true, value: null }
      const user = await call('user', '/users/me', { signal }, userOf)
      return !user.ok && user.problem.code === 'unauthenticated' ? { ok: true, value: null } : user
    },
    linkChatapp: (rawInitData, signal) =>
      call('link', '/telegram/link', { body: { telegram_web_app_data: launchFields(rawInitData) }, signal }, userOf),
  }
}

function userOf(answer: unknown): ClientUser {
  const user = fieldsOf(fieldsOf(answer)['user'])
  return { id: textOf(user, 'id'), chatappUserId: chatappUserIdOf(listOf(user, 'linked_accounts')) }
}

/** The provider writes the id as a string; earlier versions as a number. */
export function chatappUserIdOf(accounts: readonly Readonly<Record<string, unknown>>[]): string | null {
  const id = accounts.find(({ type }) => type === 'telegram')?.['telegram_user_id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

function codeOf(body: unknown): string {
  try {
    return textOf(fieldsOf(body), 'code')
  } catch {
    return ''
  }
}
