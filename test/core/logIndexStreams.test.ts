import { goBack } from '../support/restorePoint.ts'
import { Interface, JsonRpcProvider } from 'ethers'
import { decodeEventLog, pad, toHex, type Abi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runIndexJob } from '../../functions/core/logIndex/runIndexJob.ts'
import { GAUGE } from '../../functions/core/logIndex/streams.ts'
import { IDENTITY, REPUTATION } from '../../shared/store/streams.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain, type Chain as Node, type Contract } from '../../localnet/world/openChain.ts'
import { gaugeVotingAbi } from '../../shared/domain/gauge/gaugeVotingAbi.ts'
import { identityRegistryEventsAbi } from '../../shared/domain/agents/identityRegistryEventsAbi.ts'
import { reputationRegistryAbi } from '../../shared/domain/agents/registryAbis.ts'
import { createChain, type Chain } from '../../shared/chain/chain.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { createStore, type Store } from '../../functions/core/store/createStore.ts'
import type { IndexedLog } from '../../shared/chain/IndexedLog.ts'
import { useBorrowedWorld } from '../support/useNet.ts'
import { migratedD1 } from '../support/inProcess/migratedD1.ts'

let chain: Chain
let node: Node
let reputation: Contract
let store: Store
let provider: JsonRpcProvider
const { anvil, world } = useBorrowedWorld()
beforeAll(async () => {
  const artifacts = await loadArtifacts()
  node = await openChain({ rpcUrl: anvil.url, artifacts })
  reputation = node.at('ReputationRegistry', world.contracts.reputationRegistry)
  const d1 = await migratedD1()
  store = createStore(d1)
  chain = createChain(parseChainConfig({ ...world }), createRpc({ urls: [anvil.url] }))
  provider = new JsonRpcProvider(anvil.url, world.chainId, { staticNetwork: true, cacheTimeout: -1 })
  await run()
})
afterAll(async () => {
  provider?.destroy()
})

const run = () => runIndexJob({ chain, store, now: Date.now })

/** A whole stream, oldest first. */
async function indexed(stream: string, of?: { address: `0x${string}`; topic1?: Hex }): Promise<IndexedLog[]> {
  const status = await store.logIndex.status(world.chainId)
  return (await store.logs.page({ chain: status?.id ?? 0, stream, of, limit: 1000 })).toReversed()
}

function eventOf(abi: Abi, { topics, data }: IndexedLog) {
  const [signature, ...indexed] = topics
  if (!signature) throw new Error('a log without a signature')
  const { eventName, args } = decodeEventLog({ abi, topics: [signature, ...indexed], data })
  return { eventName, args: Object(args) }
}

const streams = [
  {
    name: GAUGE,
    role: 'gaugeVoting',
    abi: gaugeVotingAbi,
    events: [
      'event Voted(address indexed user, address indexed vault, uint256 weight, uint256 epoch)',
      'event VotesReset(address indexed user, uint256 epoch)',
      'event EpochCheckpointed(uint256 indexed epoch, uint256 totalWeight)',
    ],
  },
  {
    name: IDENTITY,
    role: 'identityRegistry',
    abi: identityRegistryEventsAbi,
    events: [
      'event Registered(uint256 indexed agentId, string agentURI, address indexed owner)',
      'event URIUpdated(uint256 indexed agentId, string newURI, address indexed updatedBy)',
      'event MetadataSet(uint256 indexed agentId, string indexed indexedMetadataKey, string metadataKey, bytes metadataValue)',
      'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
    ],
  },
  {
    name: REPUTATION,
    role: 'reputationRegistry',
    abi: reputationRegistryAbi,
    events: [
      'event NewFeedback(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, int128 value, uint8 valueDecimals, string indexed indexedTag1, string tag1, string tag2, string endpoint, string feedbackURI, bytes32 feedbackHash)',
      'event FeedbackRevoked(uint256 indexed agentId, address indexed clientAddress, uint64 indexed feedbackIndex)',
      'event ResponseAppended(uint256 indexed agentId, address indexed clientAddress, uint64 feedbackIndex, address indexed responder, string responseURI, bytes32 responseHash)',
    ],
  },
] as const

describe.each(streams)('the stream $name', ({ name, role, abi, events }) => {
  it('holds every event of its contract, as another library decodes the chain’s own logs', async () => {
    const other = new Interface(events)
    const own = (await provider.getLogs({ address: world.contracts[role], fromBlock: 0 })).flatMap((log) => {
      const event = other.parseLog(log)
      return event ? [{ block: log.blockNumber, index: log.index, name: event.name, fragment: event }] : []
    })
    const logs = await indexed(name)
    expect(logs.length).toBeGreaterThan(4)
    expect(logs.map((log) => [log.blockNumber, log.logIndex, eventOf(abi, log).eventName])).toEqual(
      own.map((event) => [event.block, event.index, event.name]),
    )
    for (const [i, log] of logs.entries()) {
      const { args } = eventOf(abi, log)
      const fragment = own[i]?.fragment
      for (const input of fragment?.fragment.inputs ?? []) {
        // Of an indexed string there is only the hash.
        if (!(input.indexed === true && input.type === 'string'))
          expect(String(args[input.name])).toBe(String(fragment?.args.getValue(input.name)))
      }
    }
  })
})

describe('seeks', () => {
  it('finds the feedback on one agent, and the votes of one voter, by their first argument', async () => {
    const { reputationRegistry, gaugeVoting } = world.contracts
    const onAgent1 = await indexed(REPUTATION, { address: reputationRegistry, topic1: pad(toHex(1)) })
    expect(onAgent1.map((log) => eventOf(reputationRegistryAbi, log).eventName)).toEqual(['NewFeedback'])
    const topic1 = pad(addressOf('voter')).toLowerCase()
    const ofVoter = await indexed(GAUGE, { address: gaugeVoting, topic1: `0x${topic1.slice(2)}` })
    const names = ofVoter.map((log) => eventOf(gaugeVotingAbi, log).eventName)
    expect(names.filter((name) => name === 'VotesReset')).toHaveLength(1)
    expect(names.filter((name) => name === 'Voted')).toHaveLength(6)
  })
})

describe('a change of the chain', () => {
  it('what a reorg undid is gone from the index, and what took its place is there', async () => {
    const before = (await indexed(REPUTATION)).length
    const snapshot = await provider.send('evm_snapshot', [])
    const feedback = (tag: string) =>
      node.send('stranger', reputation, 'giveFeedback', [0, 1, 0, tag, '', '', '', pad('0x00')])
    await feedback('undone')
    await feedback('undone')
    await run()
    expect(await indexed(REPUTATION)).toHaveLength(before + 2)
    await goBack(node.rpcUrl, snapshot)
    await feedback('kept')
    const { rolledBack } = await run()
    expect(rolledBack).toHaveLength(1)
    const logs = await indexed(REPUTATION)
    expect(logs).toHaveLength(before + 1)
    expect(eventOf(reputationRegistryAbi, logs.at(-1) ?? never()).args.tag1).toBe('kept')
  })

  it('a role that is configured later is caught up from the first block', async () => {
    const { reputationRegistry: _, ...without } = world.contracts
    const d1 = await migratedD1()
    try {
      const other = createStore(d1)
      const bare = createChain(parseChainConfig({ ...world, contracts: without }), chain.rpc)
      await runIndexJob({ chain: bare, store: other, now: Date.now })
      const status = await other.logIndex.status(world.chainId)
      const page = { chain: status?.id ?? 0, stream: REPUTATION, limit: 1000 }
      expect(await other.logs.page(page)).toEqual([])
      await runIndexJob({ chain, store: other, now: Date.now })
      expect(await other.logs.page(page)).toHaveLength((await indexed(REPUTATION)).length)
    } finally {
    }
  })
})

const never = (): never => {
  throw new Error('there is no log')
}
