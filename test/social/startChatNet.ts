import { vi } from 'vitest'
import { startReputation } from '../../localnet/reputation/startReputation.ts'
import { localProfiles, type LocalProfile } from '../../localnet/seed.ts'
import { accountOf, bearer, signIn, toAnswer, type Answer } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import type { AccountRole } from '../../localnet/world/accounts.ts'

export type ChatNet = Awaited<ReturnType<typeof startChatNet>>

/** The chat operations over a reputation provider of their own. */
export async function startChatNet({
  variables = {},
  profiles,
  ...options
}: Partial<Parameters<typeof startLocalnet>[0]> & { profiles?: readonly LocalProfile[] } = {}) {
  const reputation = await startReputation()
  const net = await startLocalnet({
    families: ['account', 'social', 'vault'],
    ...options,
    variables: { ...reputation.variables, ...variables },
    profiles: profiles ?? localProfiles('0x00000000000000000000000000000000000c0ffe'),
  })
  const root = `${net.sockets['social']}/v1/chat`

  async function post(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    return toAnswer(
      await fetch(`${root}/${path}`, { method: 'POST', headers, ...(text === undefined ? {} : { body: text }) }),
    )
  }
  async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
    const d1 = await net.database()
    return (
      await d1
        .prepare(sql)
        .bind(...values)
        .all<T>()
    ).results
  }
  return {
    ...net,
    reputation,
    root,
    post,
    rows,
    /** Until the index lists the vaults. */
    listed: () => vi.waitUntil(async () => (await rows('select vault from vaults')).length > 0, { timeout: 45_000 }),
    /** Credential of the scheduler. */
    cron: bearer(net.secrets['CRON_SECRET'] ?? ''),
    /** Headers of a new session. */
    session: async (role: AccountRole) => bearer((await signIn(net.api, accountOf(net, role))).token),
    cookie: async (role: AccountRole) => (await signIn(net.api, accountOf(net, role))).cookie,
    addressOf: (role: AccountRole) => accountOf(net, role).address,
    async stop() {
      await net.stop()
      await reputation.stop()
    },
  }
}
