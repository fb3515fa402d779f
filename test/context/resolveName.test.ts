import { concat, getAddress } from 'viem'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf, requestsWith } from '../account/support.ts'
import { deployLane, type Lane } from '../../localnet/world/deployLane.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { seeded } from '../support/seeded.ts'
import { MOST_AGENTS } from '../../functions/context/resolve/readStored.ts'
import { KINDS } from '../../schema/context/resolve.ts'
import { type Answer, headOf, resolve, resolveUrl, startContextNet } from './support.ts'
import { prepared, useNet } from '../support/useNet.ts'

/** A lane whose coin's symbol looks like the first one's: its first letter is Cyrillic. */
let impostor: Lane
const random = seeded('resolve')

/** Waits for the list of vaults to be of the newest block: before there is one, names are found without it. */
async function listed(): Promise<void> {
  const d1 = await world.net.database()
  const head = await headOf(world.net)
  const listedNumber = () => d1.prepare('select listed_number from chains').first<number>('listed_number')
  await vi.waitFor(async () => expect(await listedNumber()).toBeGreaterThanOrEqual(head), { timeout: 45_000 })
}

const world = useNet(() => startContextNet({ families: ['context', 'lottery'], blockTimeMs: 200 }))
const chain = prepared(async () => openChain({ rpcUrl: world.net.rpcUrl, artifacts: await loadArtifacts() }))
beforeAll(async () => {
  const registry = chain.at('Registry', world.net.world.contracts.registry)
  impostor = await deployLane(chain, {
    registry,
    name: 'Aurora\u200b Fields',
    symbol: 'АURORA',
    description: '',
    colours: ['#000', '#fff'],
    supply: 1n,
  })
  await listed()
})
beforeEach(() => world.proxy.reset())

const kinds = ({ candidates }: Answer) => candidates.map(({ kind, address }) => [kind, address])

describe('happy', () => {
  it('finds a coin by its symbol, proven by the registry, with what looks like it, in one upstream request', async () => {
    const { contracts } = world.net.world
    // A spelling of no earlier request.
    const found = await resolve(world.net, ' AURORA')
    // Core's job reads the registry too, and names no coin.
    expect(requestsWith(world.proxy, impostor.coin.address)).toBe(1)
    expect(found).toMatchObject({ query: 'AURORA', readAs: ['text'], address: null, truncated: false })
    const [coin, other] = found.candidates.toSorted((a) => (a.match === 'exact' ? -1 : 1))
    expect(coin).toMatchObject({
      kind: 'creatorCoin',
      address: contracts.creatorCoin,
      symbol: 'AURORA',
      name: 'Aurora Fields',
      vault: contracts.vault,
      active: true,
      match: 'exact',
      proof: { source: 'registry', by: contracts.registry, call: 'getVaultForToken(address)' },
      lookalikes: [{ kind: 'creatorCoin', address: impostor.coin.address, symbol: 'АURORA', active: true }],
    })
    expect(other).toMatchObject({
      address: impostor.coin.address,
      match: 'folded',
      lookalikes: [{ kind: 'creatorCoin', address: contracts.creatorCoin, symbol: 'AURORA' }],
    })
  })

  it('finds it by its name in any case, and shows names without what nobody sees', async () => {
    const { candidates } = await resolve(world.net, 'aurora FIELDS')
    expect(candidates.flatMap(({ name, match }) => (match === 'related' ? [] : [[name, match]]))).toEqual([
      ['Aurora Fields', 'exact'],
      ['Aurora Fields', 'exact'],
    ])
  })

  it('says what each contract is, and who says so', async () => {
    const { contracts } = world.net.world
    const expected = [
      ['creatorCoin', 'creatorCoin', 'registry'],
      ['vault', 'vault', 'registry'],
      ['shareToken', 'shareToken', 'registry'],
      ['launchArm', 'launchArm', 'contract'],
      ['auction', 'auction', 'contract'],
      ['auctionGraduated', 'auction', 'contract'],
      ['auctionErc20', 'auction', 'configuration'],
      ['lendpoolStrategy', 'strategy', 'contract'],
      ['lpStrategy', 'strategy', 'contract'],
      ['gaugeVoting', 'protocol', 'configuration'],
      ['veToken', 'protocol', 'configuration'],
    ] as const
    for (const [role, kind, source] of expected) {
      const { candidates, address } = await resolve(world.net, contracts[role])
      const own = candidates.filter(({ match }) => match === 'address')
      expect([role, own.map((one) => [one.kind, one.address, one.proof.source])]).toEqual([
        role,
        [[kind, contracts[role], source]],
      ])
      expect(address).toMatchObject({ address: contracts[role], hasCode: true, is: KINDS[kind], isProven: true })
    }
  })

  it('leads on to reads that answer', async () => {
    const { contracts } = world.net.world
    const { candidates } = await resolve(world.net, contracts.vault)
    expect(candidates[0]?.next.map(({ path }) => path)).toEqual([
      `/v1/vault/${contracts.vault}/report`,
      `/v1/vault/${contracts.vault}/strategies`,
    ])
    const { address } = await resolve(world.net, accountOf(world.net, 'voter').address)
    const answer = await fetch(`${world.net.api}${address?.next[0]?.path}`)
    expect(answer.status).toBe(200)
  })

  it('finds agents by id, and a wallet’s agents and account by its address', async () => {
    const { contracts, chainId } = world.net.world
    const owner = accountOf(world.net, 'agent').address
    const agent = { kind: 'agent', agentId: '0', address: null, proof: { call: 'ownerOf(uint256)' } }
    for (const q of ['0', '#0', `eip155:${chainId}:${contracts.identityRegistry}/0`])
      expect((await resolve(world.net, q)).candidates).toMatchObject([{ ...agent, match: 'id' }])
    const { candidates, address } = await resolve(world.net, owner)
    expect(candidates).toMatchObject([
      { kind: 'account', address: owner },
      { ...agent, name: 'Lantern', match: 'address' },
    ])
    expect(address?.hasCode).toBe(false)
    // Agents of another registry are unknown to this service.
    expect((await resolve(world.net, `eip155:${chainId}:${contracts.vault}/0`)).candidates).toEqual([])
  })

  it('finds auctions by the names of their vault and token, and by the address of either, the running one first', async () => {
    const { contracts } = world.net.world
    for (const q of ['■AURORA', '■aurora', '$■Aurora', 'AURORA', '$aurora', contracts.vault, contracts.shareToken]) {
      const { candidates } = await resolve(world.net, q)
      const auctions = candidates.filter(({ kind }) => kind === 'auction')
      expect([q, auctions.map(({ state }) => state)]).toEqual([q, ['running', 'running', 'ended', 'ended']])
      expect(auctions.map(({ address }) => address).toSorted()).toEqual(
        [contracts.auction, contracts.auctionErc20, contracts.auctionGraduated, contracts.auctionFailed].toSorted(),
      )
      expect(new Set(auctions.map(({ endBlock }) => endBlock)).size).toBeGreaterThan(1)
    }
  })

  it('finds agents by the name in their registration file', async () => {
    for (const q of ['Harbour', 'hаrbour', 'HARBOUR']) {
      const { candidates } = await resolve(world.net, q)
      expect(candidates).toMatchObject([
        { kind: 'agent', agentId: '1', name: 'Harbour', match: q === 'hаrbour' ? 'folded' : 'exact' },
      ])
    }
  })

  it('says that there are more agents of a name than it lists', async () => {
    const identity = chain.at('IdentityRegistry', world.net.world.contracts.identityRegistry)
    for (let n = 0; n <= MOST_AGENTS; n++)
      await chain.send('stranger', identity, 'register', ['data:,{"name":"Crowd"}'])
    await listed()
    const { candidates, truncated } = await resolve(world.net, 'Crowd')
    expect([candidates.length, truncated]).toEqual([MOST_AGENTS, true])
    expect((await resolve(world.net, 'Harbour')).truncated).toBe(false)
  })

  it('finds a trend coin by its ticker', async () => {
    const { contracts } = world.net.world
    const coin = chain.at('TrendCoin', contracts.trendCoin)
    const { candidates } = await resolve(world.net, String(await chain.read(coin, 'symbol')).toLowerCase())
    expect(candidates).toMatchObject([
      { kind: 'trendCoin', address: contracts.trendCoin, match: 'exact', proof: { by: contracts.trendFactory } },
    ])
  })

  it('follows a basename where the chain has a resolver of them', async () => {
    const owner = accountOf(world.net, 'voter').address
    const resolver = getAddress('0x00000000000000000000000000000000000ba5e0')
    // Returns the owner for any call: PUSH20 owner, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN.
    await chain.setCode(resolver, concat(['0x73', owner, '0x5f5260205ff3']))
    const config: { contracts: object } = JSON.parse(world.net.variables['CHAIN_CONFIG'] ?? '{}')
    const contracts = { ...config.contracts, basenameResolver: resolver }
    await world.net.withVariables({ CHAIN_CONFIG: JSON.stringify({ ...config, contracts }) }, async () => {
      const { readAs, candidates, unread } = await resolve(world.net, 'Voter.base.eth')
      expect([readAs, unread]).toEqual([['basename'], []])
      expect(candidates).toMatchObject([
        { kind: 'basename', address: owner, name: 'voter.base.eth', proof: { source: 'contract', by: resolver } },
      ])
    })
  })
})

describe('error', () => {
  it('has an empty list for what is nothing here, with or without code', async () => {
    const { contracts } = world.net.world
    expect(await resolve(world.net, 'no such name')).toMatchObject({ candidates: [], unread: [], address: null })
    expect(await resolve(world.net, random.account().address)).toMatchObject({
      candidates: [],
      address: { hasCode: false, is: 'a wallet, or an unused address', isProven: false },
      unread: [],
    })
    expect(await resolve(world.net, contracts.swapRouter)).toMatchObject({
      candidates: [],
      address: { hasCode: true, is: 'a contract that nothing proves', isProven: false },
    })
    expect((await resolve(world.net, '999999')).candidates).toEqual([])
  })

  it('asks the registry itself while the store is dead, and says what it cannot know', async () => {
    const { contracts } = world.net.world
    const database = await world.net.database()
    await database.exec('alter table vaults rename to vaults_away')
    try {
      const { candidates, unread } = await resolve(world.net, 'ferry')
      expect(candidates).toMatchObject([{ kind: 'creatorCoin', address: contracts.creatorCoin2 }])
      expect(unread.map(({ part }) => part).toSorted()).toEqual(['agents', 'auctions', 'lookalikes'])
    } finally {
      await database.exec('alter table vaults_away rename to vaults')
    }
  })

  it('says that there is no source of basenames', async () => {
    expect(await resolve(world.net, 'voter.base.eth')).toMatchObject({
      candidates: [],
      unread: [{ part: 'basename', reason: 'not_configured' }],
    })
  })

  it.each([
    ['', 'q'],
    ['\u200b', 'q: must have at least one visible character'],
    ['x'.repeat(65), 'q'],
    ['0x5FbDB2315678afecb367f032d93F642f64180AA3', 'q: the mixed-case checksum'],
  ])('refuses %j', async (q, message) => {
    const answer = await fetch(resolveUrl(world.net, q))
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(message)
  })
})

describe('security', () => {
  it('believes no contract that calls itself a part of a lane', async () => {
    const { contracts } = world.net.world
    // An auction and a launch arm of the real share token that no launch arm and no vault knows.
    const real = await resolve(world.net, contracts.launchArmErc20)
    expect(kinds(real)).toEqual([])
    const copy = random.account().address
    await chain.setCode(copy, await chain.codeAt(contracts.auction))
    expect(await resolve(world.net, copy)).toMatchObject({ candidates: [], address: { hasCode: true } })
  })

  it('marks what the registry has switched off', async () => {
    const registry = chain.at('Registry', world.net.world.contracts.registry)
    await chain.send('owner', registry, 'setTokenActive', [impostor.coin.address, false])
    await vi.waitFor(async () => {
      const { candidates } = await resolve(world.net, world.net.world.contracts.creatorCoin)
      expect(candidates[0]?.lookalikes).toMatchObject([{ address: impostor.coin.address, active: false }])
    }, 45_000)
    const { candidates } = await resolve(world.net, 'АURORA')
    expect(candidates.map(({ symbol, match, active }) => [symbol, match, active])).toEqual(
      expect.arrayContaining([
        ['АURORA', 'exact', false],
        ['AURORA', 'folded', true],
      ]),
    )
  })
})
