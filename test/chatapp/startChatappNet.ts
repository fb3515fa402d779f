import type * as z from 'zod'
import { type Launch, startChatapp } from '../../localnet/chatapp/startChatapp.ts'
import { startIdentity } from '../../localnet/identity/startIdentity.ts'
import { localProfiles, seedAccounts } from '../../localnet/seed.ts'
import { CompletedLink, MiniappSession } from '../../schema/chatapp/answers.ts'
import { type Answer, dataOf, toAnswer } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { atProvider, type Person } from './joinChatapp.ts'

export type ChatappNet = Awaited<ReturnType<typeof startChatappNet>>

/** The family over a chat app and an identity provider of its own. */
export async function startChatappNet({
  variables = {},
  inWorkerd = false,
  families = [],
  inspectorPort,
}: {
  variables?: Readonly<Record<string, string>>
  inWorkerd?: boolean
  families?: readonly string[]
  inspectorPort?: number
} = {}) {
  const chatapp = await startChatapp()
  const identity = await startIdentity({ botToken: chatapp.bot.token })
  const net = await startLocalnet({
    families: ['chatapp', ...families],
    variables: { ...chatapp.variables, ...identity.variables, ...variables },
    inWorkerd,
    ...(inspectorPort === undefined ? {} : { inspectorPort }),
  })
  await seedAccounts(await net.database(), localProfiles(net.world.contracts.wallet), 0)
  const root = net.sockets['chatapp'] ?? ''

  async function call(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const init = body === undefined ? { headers } : { method: 'POST', body: text, headers }
    return toAnswer(await fetch(`${root}/chatapp/${path}`, init))
  }

  const open = async (initData: string) =>
    dataOf(await call('miniapp/session', { initData }), MiniappSession).sessionToken
  const { signIn, linkAtProvider, join } = atProvider({ chatapp, identity })
  return {
    ...net,
    chatapp,
    identity,
    call,
    signIn,
    linkAtProvider,
    session: (launch: Launch = {}) => call('miniapp/session', { initData: chatapp.launchData(launch) }),
    token: (launch: Launch = {}) => open(chatapp.launchData(launch)),
    /** Somebody new, ready to complete. */
    join: (given: Parameters<typeof join>[1] = {}) => join(open, given),
    complete: (person: Pick<Person, 'sessionToken' | 'headers'>, more: object = {}) =>
      call('link/complete', { sessionToken: person.sessionToken, ...more }, person.headers),
    /** Puts the family's clock ahead. */
    aheadBy: (aheadMs: number) => net.changeTime('chatapp', { aheadMs }),
    async stop() {
      await net.stop()
      await identity.stop()
      await chatapp.stop()
    },
  }
}

export const linked = (answer: Answer): z.output<typeof CompletedLink> => dataOf(answer, CompletedLink)

/** Some at a time: more connections than a small machine takes would test nothing but the machine. */
export async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let i = 0; i < items.length; i += 25) results.push(...(await Promise.all(items.slice(i, i + 25).map(work))))
  return results
}
