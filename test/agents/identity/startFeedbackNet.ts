import type * as z from 'zod'
import { AgentFeedback } from '../../../schema/agents/feedbackAnswers.ts'
import { envelope } from '../../../schema/common.ts'
import { ask } from '../../support/ask.ts'
import { startLocalnet } from '../../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../../support/rpcProxy.ts'
import { feedbackWorld } from './feedbackWorld.ts'

/** The agents' and social Workers with a proxy in front of their node. */
export async function startFeedbackNet(families: readonly string[]) {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families,
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
  })
  if (!proxy) throw new Error('there is no proxy')
  const { reputationRegistry } = net.world.contracts
  const own = proxy
  const get = (path: string, headers: Record<string, string> = {}) => fetch(net.api + path, { headers })
  return {
    ...net,
    proxy: own,
    ...feedbackWorld(net.rpcUrl, net.world),
    reputationRegistry,
    get,
    /** The data of a good answer about feedback. */
    async feedback(query: string): Promise<z.output<typeof AgentFeedback>> {
      const answer = await get(`/v1/agents/feedback?${query}`)
      const json: unknown = await answer.json()
      if (answer.status !== 200) throw new Error(JSON.stringify(json))
      return envelope(AgentFeedback).parse(json).data
    },
    async refusal(path: string): Promise<[number, string | null]> {
      const answer = await get(path)
      await answer.arrayBuffer()
      return [answer.status, answer.headers.get('x-error-code')]
    },
    /** Resolves when the index has come as far as the chain. */
    async indexed(): Promise<void> {
      const head = Number(await ask(net.rpcUrl, 'eth_blockNumber'))
      const d1 = await net.database()
      for (;;) {
        await net.runSchedule('core').catch(() => undefined)
        const row = await d1.prepare('select block from feedback_projections where is_whole').first<{ block: number }>()
        if (row && row.block >= head) return
      }
    },
    /** As if the index were being filled: what it has is of no block. */
    async unindexed(): Promise<void> {
      await (await net.database()).prepare('update feedback_projections set is_whole = 0').run()
    },
    async stop() {
      await net.stop()
      await own.stop()
    },
  }
}
