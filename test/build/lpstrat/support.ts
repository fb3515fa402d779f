import { getAddress, type Address } from 'viem'
import { expect } from 'vitest'
import * as z from 'zod'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain, type Contract } from '../../../localnet/world/openChain.ts'
import { UnsignedCalldata } from '../../../schema/calldata.ts'
import { LpStrategy } from '../../../schema/lpstrat/index.ts'
import type { Answer } from '../../account/support.ts'
import { startRpcProxy, type RpcProxy } from '../../support/rpcProxy.ts'
import { build, codesOf, receiptHeaders, revertOf, sendAll, sessionOf, startBuildNet } from '../support.ts'

const Built = UnsignedCalldata.extend({
  changes: z.array(z.object({ name: z.string(), current: z.string().nullable(), next: z.string() })).optional(),
  grants: z.array(z.object({ token: z.string(), spender: z.string(), allowance: z.string().nullable() })).nullish(),
  balance: z.string().nullish(),
  shares: z.string().nullish(),
})
export type Built = z.output<typeof Built>

/** The transaction of a 200 answer, checked against the contract's schema. */
export function builtOf({ status, json }: Answer): Built {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return Built.parse(json)
}

/** The local world behind a recording proxy, its owner by a session and its agent by a receipt. */
export async function startLpNet() {
  let proxy: RpcProxy | undefined
  const net = await startBuildNet({
    families: ['account', 'build', 'lpstrat'],
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const recorder = proxy
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const { contracts } = net.world
  const headers = {
    owner: await sessionOf(net, 'owner'),
    agent: await receiptHeaders(net),
    stranger: await sessionOf(net, 'stranger'),
  }
  type Signed = keyof typeof headers

  const post = (path: string, body: object, role: Signed = 'owner') =>
    build(net.api, `lpstrat/${path}`, headers[role], body)

  return {
    ...net,
    net,
    proxy: recorder,
    chain,
    headers,
    post,
    built: async (path: string, body: object, role: Signed = 'owner') => builtOf(await post(path, body, role)),

    /** Sends all that was built, unchanged, and reads the strategy as of then. */
    async sent(role: AccountRole, built: Built, strategy: Address) {
      const sent = await sendAll(net, role, built)
      expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 'success'))
      const minBlock = sent.at(-1)?.blockNumber ?? 0n
      const answer = await fetch(`${net.api}/v1/lpstrat/strategy/${strategy}?minBlock=${minBlock}`)
      return LpStrategy.parse(JSON.parse(await answer.text()).data)
    },

    /** That issues and simulation foretold an error, and that it is what a transaction meets that is sent all the same. */
    async expectRevert(role: AccountRole, built: Built, codes: readonly string[], reverts: string, text = false) {
      expect(codesOf(built)).toEqual(codes)
      expect(built.issues.find((issue) => issue.reverts !== undefined)?.reverts).toBe(reverts)
      expect(built.simulation).toMatchObject({
        status: 'revert',
        error: text ? { name: 'Error', message: reverts } : { name: reverts },
      })
      const last = (await sendAll(net, role, built)).at(-1)
      expect(last?.status).toBe('reverted')
      expect(last && (await revertOf(net, last.hash))).toBe(reverts)
    },

    /** That a request is refused with 400, naming the field. */
    async expectRefused(path: string, body: object, field: string) {
      const answer = await post(path, body)
      expect(answer).toMatchObject({ status: 400, code: 'invalid_request' })
      expect(answer.json).toMatchObject({ error: expect.stringMatching(new RegExp(`^invalid_request: ${field}: .`)) })
    },

    /** A strategy of its own: empty, without LP vault and pool. */
    deployStrategy: (generation: 'FirstLpStrategy' | 'LpStrategy', role: AccountRole = 'agent'): Promise<Contract> =>
      chain.deploy(generation, [
        contracts.vault,
        contracts.creatorCoin,
        addressOf(role),
        contracts.usdc,
        contracts.swapRouter,
        contracts.oracle,
      ]),

    /** An LP vault that the factory knows, of share tokens and dollars. */
    async deployOtherLpVault(): Promise<Address> {
      const factory = chain.at('LpVaultFactory', contracts.lpVaultFactory)
      const count = await chain.read(factory, 'numVaults')
      await chain.send('owner', factory, 'createVault', [
        contracts.sharePool,
        addressOf('owner'),
        3600,
        1200,
        'LP',
        'LP',
      ])
      return getAddress(String(await chain.read(factory, 'vaults', [count])))
    },

    async stop() {
      await net.stop()
      await recorder.stop()
    },
  }
}

export type LpNet = Awaited<ReturnType<typeof startLpNet>>

/** The methods of each request that names an address, request by request. */
export const methodsOf = ({ requests }: RpcProxy, address: Address): string[][] =>
  requests
    .filter((request) => JSON.stringify(request).toLowerCase().includes(address.slice(2).toLowerCase()))
    .map(({ calls }) => calls.map(({ method }) => method))
