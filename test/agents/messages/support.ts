import type { LocalAccount } from 'viem'
import * as z from 'zod'
import { startMsgnet } from '../../../localnet/msgnet/startMsgnet.ts'
import { localProfiles, seedConversation, seedCreators } from '../../../localnet/seed.ts'
import { AmoeCredits } from '../../../schema/lottery/amoeAnswers.ts'
import { ProcessedMessages } from '../../../schema/agents/process.ts'
import { accountOf, bearer, dataOf, toAnswer, type Answer } from '../../account/support.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { type RpcProxy, startRpcProxy } from '../../support/rpcProxy.ts'

export const DAY = 86_400_000

export type MessageNet = Awaited<ReturnType<typeof startMessageNet>>

/** The agents and the lottery over a message network of their own. */
export async function startMessageNet() {
  const clock = { aheadMs: 0 }
  const now = () => Date.now() + clock.aheadMs
  const msgnet = await startMsgnet({ now })
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['account', 'agents', 'lottery'],
    variables: msgnet.variables,
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const node = proxy
  const { chainId, contracts } = net.world
  const seededAt = Math.floor(Date.now() / 1000)
  const database = await net.database()
  await seedCreators(database, localProfiles(contracts.wallet), seededAt)
  await seedConversation(database, { vault: contracts.vault, chainId }, seededAt)
  const account = (role: Parameters<typeof accountOf>[1]): LocalAccount => accountOf(net, role)
  const cron = bearer(net.secrets['CRON_SECRET'] ?? '')

  async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
    return (
      await database
        .prepare(sql)
        .bind(...values)
        .all<T>()
    ).results
  }
  const post = async (headers: Readonly<Record<string, string>> = cron): Promise<Answer> =>
    toAnswer(await fetch(`${net.sockets['agents']}/agent/process`, { method: 'POST', headers }))
  /** Advances all clocks. They never go back, so stored times stay in order. */
  async function pass(ms: number): Promise<void> {
    clock.aheadMs += ms
    for (const name of ['agents', 'lottery'] as const) await net.changeTime(name, { aheadMs: clock.aheadMs })
  }
  // Credits are counted by UTC days. The clocks begin with one: a test of a few hours is in one day.
  await pass(DAY - (now() % DAY))
  return {
    ...net,
    msgnet,
    proxy: node,
    contracts,
    account,
    cron,
    rows,
    /** The service's own agent, and that of the creator of the local world. */
    own: account('agent').address,
    creators: contracts.wallet,
    post,
    run: async () => dataOf(await post(), ProcessedMessages),
    credits: async (wallet: string): Promise<number> =>
      dataOf(
        await toAnswer(await fetch(`${net.sockets['lottery']}/v1/lottery/amoe/credits?wallet=${wallet}`)),
        AmoeCredits,
      ).credits,
    /** The message that earned an account its credit of a day; null without. */
    async earned(profileId: string, day: string): Promise<unknown> {
      const ledger = (await net.objects('AMOE_LEDGER')).getByName(profileId)
      const find: unknown = Reflect.get(ledger, 'find')
      if (typeof find !== 'function') throw new Error('a ledger cannot be asked')
      return Reflect.apply(find, ledger, ['amoe_msgnet_daily', day])
    },
    pass,
    now,
    async stop() {
      await net.stop()
      await node.stop()
      await msgnet.stop()
    },
  }
}

/** A stored message. */
export const Stored = z.object({
  id: z.string(),
  state: z.string(),
  outcome: z.string().nullable(),
  text: z.string().nullable(),
  attempts: z.number(),
})
