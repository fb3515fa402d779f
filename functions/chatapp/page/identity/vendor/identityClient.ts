import Client, { InMemoryCache } from '@privy-io/js-sdk-core'
import { chatappUserIdOf } from '../createRestIdentityClient.ts'
import type { ClientUser, IdentityResult, VendorModule } from '../IdentityClient.ts'
import { launchFields } from '../launchFields.ts'
import { problemOfProvider, type ProviderCall } from '../problemOfProvider.ts'

/** The vendor's client (version 0.76) behind the page's interface. Its session is in memory alone, as the other client's is. */
export const createIdentityClient: VendorModule['createIdentityClient'] = async ({ appId }) => {
  const client = new Client({ appId, storage: new InMemoryCache() })
  await client.initialize()
  return {
    sendCode: (email) => attempt('sendCode', async () => void (await client.auth.email.sendCode(email))),
    verifyCode: (email, code) =>
      attempt('verifyCode', async () => void (await client.auth.email.loginWithCode(email, code))),
    getAccessToken: () => attempt('user', () => client.getAccessToken()),
    currentUser: () =>
      attempt('user', async () =>
        (await client.getAccessToken()) === null ? null : userOf((await client.user.get()).user),
      ),
    linkChatapp: (raw) =>
      attempt('link', async () =>
        userOf((await client.auth.telegram.link({ telegramWebAppData: launchFields(raw) })).user),
      ),
  }
}

interface User {
  readonly id: string
  readonly linked_accounts: readonly Readonly<Record<string, unknown>>[]
}

const userOf = ({ id, linked_accounts: accounts }: User): ClientUser => ({
  id,
  chatappUserId: chatappUserIdOf(accounts),
})

async function attempt<T>(call: ProviderCall, work: () => Promise<T>): Promise<IdentityResult<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const status = fieldOf(error, 'status')
    const code = fieldOf(error, 'code')
    if (typeof status !== 'number') return { ok: false, problem: { code: 'offline' } }
    return { ok: false, problem: problemOfProvider(call, { status, code: typeof code === 'string' ? code : '' }) }
  }
}

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined
