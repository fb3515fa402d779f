import { parseUnits, type Address } from 'viem'
import type * as z from 'zod'
import { addressOf, type AccountRole } from '../../../localnet/world/accounts.ts'
import { contractNames, type CompiledRole } from '../../../localnet/world/contractRoles.ts'
import { loadArtifacts } from '../../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../../localnet/world/openChain.ts'
import type { UnsignedCalldata } from '../../../schema/calldata.ts'
import { startRpcProxy, type RpcProxy } from '../../support/rpcProxy.ts'
import { build, sendAll, sessionOf, setTime, startBuildNet, type Built } from '../support.ts'

export const coins = (amount: string) => parseUnits(amount, 18)

/** Longer than the profit of the last report takes to unlock. */
const UNLOCKED = 8 * 86_400

/**
 * The local world behind a recording proxy, with a stranger signed in. The rate of the vault stands still: its profit
 * is unlocked, and its strategies, whose interest grows every second, count for nothing.
 */
export async function startVaultNet(options: Partial<Parameters<typeof startBuildNet>[0]> = {}) {
  let proxy: RpcProxy | undefined
  const net = await startBuildNet({
    families: ['account', 'build'],
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
    ...options,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const recorder = proxy
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const headers = await sessionOf(net, 'stranger')
  await setTime(net, Number((await chain.latest()).timestamp) + UNLOCKED)
  const at = (role: CompiledRole) => chain.at(contractNames[role], net.world.contracts[role])
  const { lendpoolStrategy, lpStrategy } = net.world.contracts
  for (const strategy of [lendpoolStrategy, lpStrategy])
    await chain.send('owner', at('vault'), 'setStrategyImpaired', [strategy, true])
  const read = async (role: CompiledRole, name: string, args: unknown[] = []) =>
    BigInt(String(await chain.read(at(role), name, args)))
  const post = (path: string, body: object) =>
    build(net.api, `vault/${path}`, headers, { vault: net.world.contracts.vault, ...body })
  return {
    ...net,
    net,
    chain,
    proxy: recorder,
    at,
    read,
    post,
    balance: (token: CompiledRole, role: AccountRole) => read(token, 'balanceOf', [addressOf(role)]),
    send: (role: AccountRole, name: string, args: unknown[] = [], to: CompiledRole = 'vault') =>
      chain.send(role, at(to), name, args),

    /** The answer of a builder to a role. */
    async built<S extends typeof UnsignedCalldata>(
      schema: S,
      path: string,
      { as, ...body }: { as: AccountRole; vault?: Address; [field: string]: unknown },
    ): Promise<z.output<S>> {
      const { status, json } = await post(path, { from: addressOf(as), ...body })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
      return schema.parse(json)
    },

    /** Has all calls of a build mined, unchanged. */
    async mined(role: AccountRole, built: Built): Promise<void> {
      const sent = await sendAll(net, role, built)
      if (sent.some(({ status }) => status === 'reverted')) throw new Error('a call reverted')
    },

    async stop() {
      await net.stop()
      await recorder.stop()
    },
  }
}
