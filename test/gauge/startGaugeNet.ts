import { Contract as EthersContract, JsonRpcProvider } from 'ethers'
import * as z from 'zod'
import type { Address } from 'viem'
import { addressOf, type AccountRole } from '../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { rpc } from '../build/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { startRpcProxy, type RpcProxy } from '../support/rpcProxy.ts'
import { restorePoint } from '../support/restorePoint.ts'

export const WEEK = 604_800
export const DAY = 86_400
export const HOUR = 3600

/** The gauge's views as another library decodes them. */
const VIEWS = [
  'function currentEpoch() view returns (uint256)',
  'function genesisEpochStart() view returns (uint256)',
  'function EPOCH_DURATION() view returns (uint256)',
  'function VOTE_FREEZE_WINDOW() view returns (uint256)',
  'function MAX_PER_VAULT_PPM() view returns (uint256)',
  'function timeUntilNextEpoch() view returns (uint256)',
  'function epochStartTime(uint256) view returns (uint256)',
  'function epochEndTime(uint256) view returns (uint256)',
  'function getTotalGaugeProbabilityPPM() pure returns (uint256)',
  'function getTotalGaugeProbabilityBps() pure returns (uint256)',
  'function getTotalWeight() view returns (uint256)',
  'function getVaultWeight(address) view returns (uint256)',
  'function getVaultWeightBps(address) view returns (uint256)',
  'function getVaultProbabilityBoostPPM(address) view returns (uint256)',
  'function getUserVotes(address) view returns (address[], uint256[])',
  'function getUserVoteWeightAtEpoch(uint256, address, address) view returns (uint256)',
  'function hasVotedThisEpoch(address) view returns (bool)',
]

/**
 * A localnet with the gauge family, and others, behind a recording proxy; every read is a cold one. Its votes are those of the
 * world's voter, cast a day into an epoch: no epoch ends while a test runs.
 */
export async function startGaugeNet(others: readonly string[] = []) {
  let proxy: RpcProxy | undefined
  const net = await startLocalnet({
    families: ['gauge', ...others],
    blockTimeMs: 0,
    nodeUrl: async (url) => (proxy = await startRpcProxy(url)).url,
  })
  if (!proxy) throw new Error('the localnet did not ask for its node')
  const node = proxy
  const { contracts } = net.world
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  const provider = new JsonRpcProvider(net.rpcUrl, net.world.chainId, { staticNetwork: true, cacheTimeout: -1 })
  const gauge = chain.at('GaugeVoting', contracts.gaugeVoting)
  const utility = chain.at('VeUtility', contracts.veUtility)
  const now = async () => Number((await chain.latest()).timestamp)
  const setTime = async (seconds: number) => {
    await chain.setTime(seconds)
    await rpc(net.rpcUrl, 'evm_mine', [])
  }
  /** To `seconds` after the begin of the next epoch; negative for before it. */
  const intoNextEpoch = async (seconds: number) => setTime((Math.floor((await now()) / WEEK) + 1) * WEEK + seconds)
  await intoNextEpoch(DAY)
  await chain.send('voter', gauge, 'vote', [
    [contracts.vault, contracts.vault2],
    [3, 1],
  ])
  const ask = (path: string) => fetch(`${net.sockets['gauge']}/v1/gauge/${path}`)
  return {
    net,
    proxy: node,
    chain,
    contracts,
    now,
    setTime,
    intoNextEpoch,
    ask,
    /** The data of a 200 answer, exactly as the contract declares it. */
    async read<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
      const response = await ask(path)
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${response.status} ${text}`)
      return schema.parse(z.strictObject({ success: z.literal(true), data: z.unknown() }).parse(JSON.parse(text)).data)
    },
    /** One value of the gauge at a block, decoded by another library; integers as decimal strings. */
    async at(blockNumber: string, name: string, ...args: unknown[]): Promise<unknown> {
      const value: unknown = await new EthersContract(contracts.gaugeVoting, VIEWS, provider)
        .getFunction(name)
        .staticCall(...args, { blockTag: Number(blockNumber) })
      return plain(value)
    },
    /** Power of a lock at a time, as its escrow says at a block. */
    async powerAt(blockNumber: string, user: Address, time: number): Promise<unknown> {
      const abi = ['function votingPowerAt(address, uint256) view returns (uint256)']
      const read = new EthersContract(contracts.veToken, abi, provider).getFunction('votingPowerAt')
      return plain(await read.staticCall(user, time, { blockTag: Number(blockNumber) }))
    },
    gauge: (role: AccountRole, name: string, args: readonly unknown[] = []) => chain.send(role, gauge, name, args),
    utility: (role: AccountRole, name: string, args: readonly unknown[] = []) => chain.send(role, utility, name, args),
    escrow: (role: AccountRole, name: string, args: readonly unknown[] = []) =>
      chain.send(role, chain.at('VoteEscrow', contracts.veToken), name, args),
    /** A new lock of whole share tokens, all of whose power is claimed for votes. */
    async lock(role: AccountRole, tokens: bigint, seconds: number): Promise<Address> {
      const amount = tokens * 10n ** 18n
      const shares = chain.at('ShareToken', contracts.shareToken)
      await chain.send(role, shares, 'approve', [contracts.veToken, amount])
      await chain.send(role, chain.at('VoteEscrow', contracts.veToken), 'lock', [shares.address, amount, seconds])
      await chain.send(role, utility, 'claimAllOutstanding')
      return addressOf(role)
    },
    snapshot: () => restorePoint(net.rpcUrl),
    async stop() {
      provider.destroy()
      await net.stop()
      await node.stop()
    },
  }
}

export type GaugeNet = Awaited<ReturnType<typeof startGaugeNet>>

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return Array.isArray(value) ? [...value].map(plain) : value
}

/** Requests to the node with a call of this method in which an address occurs. */
export const readsOf = ({ requests }: RpcProxy, method: string, address: string): number =>
  requests.filter(({ calls }) =>
    calls.some(
      (call) =>
        call.method === method && JSON.stringify(call.params).toLowerCase().includes(address.slice(2).toLowerCase()),
    ),
  ).length
