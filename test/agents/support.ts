import type * as z from 'zod'
import { UnsignedFeedback } from '../../schema/agents/writeBodies.ts'
import { localProfiles, seedAccounts } from '../../localnet/seed.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { toAnswer, type Answer } from '../account/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'
import { restorePoint } from '../support/restorePoint.ts'

/** A localnet with the agents family and the people of the local world, behind a recording proxy; every read is a cold one. */
export async function startAgentsNet(options: Partial<Parameters<typeof startLocalnet>[0]> = {}) {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['account', 'agents'],
    blockTimeMs: 0,
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
    ...options,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const node = proxy
  const now = Math.floor(Date.now() / 1000)
  await seedAccounts(await net.database(), localProfiles(net.world.contracts.wallet), now)
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  return {
    net,
    proxy: node,
    chain,
    contracts: net.world.contracts,
    reputation: chain.at('ReputationRegistry', net.world.contracts.reputationRegistry),
    identity: chain.at('IdentityRegistry', net.world.contracts.identityRegistry),
    wallet: chain.at('ContractWallet', net.world.contracts.wallet),
    /** A function that brings the chain back to where it is now. */
    snapshot: () => restorePoint(net.rpcUrl),
    /** POST /v1/agents/<path>. */
    async post(path: string, headers: Record<string, string>, body: unknown = {}): Promise<Answer> {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return toAnswer(await fetch(`${net.api}/v1/agents/${path}`, { method: 'POST', body: text, headers }))
    },
    async stop() {
      await net.stop()
      await node.stop()
    },
  }
}

export type AgentsNet = Awaited<ReturnType<typeof startAgentsNet>>

/** The transaction of a 200 answer, checked against the contract's schema. */
export function feedbackOf({ status, json }: Answer) {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return UnsignedFeedback.parse(json)
}

/** The fields of an answer that are the schema's own, with the rest of it. */
export function parsed<T extends z.ZodType>({ status, json }: Answer, schema: T): z.output<T> {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return schema.parse(json)
}
