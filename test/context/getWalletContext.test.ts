import { Contract, JsonRpcProvider } from 'ethers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import { accountOf, requestsWith } from '../account/support.ts'
import { seeded } from '../support/seeded.ts'
import { headOf, startContextNet, walletAt, walletNow, walletOf, walletUrl } from './support.ts'
import { useNet } from '../support/useNet.ts'

let provider: JsonRpcProvider
const random = seeded('wallet context')

// The agents' family has the rooms of the local world.
const world = useNet(() => startContextNet({ families: ['agents', 'context', 'lottery'] }))
beforeAll(async () => {
  provider = new JsonRpcProvider(world.net.rpcUrl, world.net.world.chainId, { staticNetwork: true, cacheTimeout: -1 })
  await walletNow(world.net, 'admin')
})
afterAll(() => provider?.destroy())
beforeEach(() => world.proxy.reset())

const addressOf = (role: AccountRole) => accountOf(world.net, role).address
const at = (address: string, abi: string) => new Contract(address, [`function ${abi}`], provider)
/** Result of a function at the block of an answer, read by another library. */
const readAt = async (asOf: { blockNumber: string }, address: string, abi: string, ...args: unknown[]) =>
  at(address, abi)
    .getFunction(abi.slice(0, abi.indexOf('(')))
    .staticCall(...args, { blockTag: Number(asOf.blockNumber) })

describe('happy', () => {
  it('answers what a voter has as the contracts report it at that block, in one upstream request', async () => {
    const { contracts } = world.net.world
    const { address } = accountOf(world.net, 'voter')
    const wallet = await walletOf(world.net, address)
    expect(requestsWith(world.proxy, address)).toBe(1)
    const { asOf } = wallet
    const read = (target: string, abi: string, ...args: unknown[]) => readAt(asOf, target, abi, ...args)
    const lock = await read(
      contracts.veToken,
      'getLock(address) view returns (tuple(uint256 amount, uint256 end, uint256, address, uint256))',
      address,
    )
    expect(wallet.lock).toMatchObject({ amount: String(lock.amount), end: Number(lock.end), ended: false })
    const held = Object.fromEntries(wallet.tokens.map(({ token, amount }) => [token, amount]))
    for (const token of [contracts.creatorCoin, contracts.vault, contracts.shareToken, contracts.usdc])
      expect(held[token]).toBe(String(await read(token, 'balanceOf(address) view returns (uint256)', address)))
    expect(held['0x0000000000000000000000000000000000000000']).toBe(
      String(await provider.getBalance(address, Number(asOf.blockNumber))),
    )
    const [vaults, weights] = await read(
      contracts.gaugeVoting,
      'getUserVotes(address) view returns (address[], uint256[])',
      address,
    )
    expect(wallet.votes?.votes).toEqual(
      [...vaults].map((vault, i) => ({ vault: String(vault), weight: String(weights[i]) })),
    )
    expect(wallet.bids?.map(({ auction, state }) => [auction, state])).toEqual([
      [contracts.auctionErc20, 'active'],
      [contracts.auction, 'active'],
      [contracts.auctionGraduated, 'ended'],
    ])
    for (const bid of wallet.bids ?? []) {
      const [, , , maxPrice, owner, amountQ96] = await read(
        bid.auction,
        'bids(uint256) view returns (uint64, uint24, uint64, uint256, address, uint256, uint256)',
        bid.bidId,
      )
      expect([owner, String(maxPrice), String(BigInt(amountQ96) >> 96n)]).toEqual([
        address,
        bid.maxPriceQ96,
        bid.budget.amount,
      ])
    }
    expect(wallet.tickets?.count).toBeGreaterThan(0)
    expect(wallet.credits).toMatchObject({ credits: 1000, accountRequired: false })
    expect(wallet).toMatchObject({ unread: [], truncated: [], nextCursor: null, index: { source: 'index' } })
  })

  it('names the agents, the roles and the rooms of a wallet that has them', async () => {
    const { contracts } = world.net.world
    const agent = await walletOf(world.net, addressOf('agent'))
    expect(agent.agents?.map(({ agentId }) => agentId)).toContain('0')
    expect(agent.agents?.find(({ agentId }) => agentId === '0')?.feedback?.count).toBeGreaterThan(0)
    expect(agent.roles).toContainEqual({
      role: 'agentOwner',
      address: contracts.identityRegistry,
      vault: null,
      agentId: '0',
    })
    const rooms = Object.fromEntries((agent.rooms ?? []).map(({ roomKey, status }) => [roomKey, status]))
    expect(rooms).toMatchObject({
      'msgnet:aurora-lobby': 'qualified',
      'msgnet:aurora-holders': 'hold_time_unread',
      [`governance:${contracts.shareToken}`]: 'insufficient_balance',
      'msgnet:ferry-crew': 'locked',
    })
    const owner = await walletOf(world.net, addressOf('owner'))
    expect(owner.roles.map(({ role, address }) => [role, address])).toEqual([
      ['vaultOwner', contracts.vault],
      ['strategyOwner', contracts.lendpoolStrategy],
      ['strategyOwner', contracts.lpStrategy],
      ['lpVaultManager', contracts.lpVault],
      ['vaultOwner', contracts.vault2],
    ])
    expect(owner.rooms?.find(({ roomKey }) => roomKey === 'msgnet:aurora-holders')?.status).toBe('qualified')
    const admin = await walletOf(world.net, addressOf('admin'))
    expect(admin.roles.map(({ role }) => role)).toContain('ruleBookAdmin')
  })

  it('answers a wallet that has nothing with nothing, and no action', async () => {
    const wallet = await walletOf(world.net, random.account().address)
    expect(wallet).toMatchObject({
      tokens: [{ kind: 'native', amount: '0' }],
      lock: { amount: '0' },
      bids: [],
      loans: [],
      tickets: { count: 0, newest: [] },
      credits: { credits: 0, accountRequired: true },
      roles: [],
      agents: [],
      actions: [],
      unread: [],
    })
  })

  it('leaves the path of the Worker’s health alone', async () => {
    const answer = await fetch(`${world.net.sockets['context']}/v1/context/health`)
    expect(await answer.json()).toEqual({ success: true, data: { family: 'context', status: 'ok' } })
  })

  it('keeps the answer for the block', async () => {
    const { address } = random.account()
    const [first, second] = await Promise.all([walletOf(world.net, address), walletOf(world.net, address)])
    expect(second).toEqual(first)
    expect(requestsWith(world.proxy, address)).toBe(1)
  })
})

describe('error', () => {
  it('says what it cannot know without the index and the rooms, and answers the rest', async () => {
    const database = await world.net.database()
    const tables = ['logs', 'room_rules', 'profile_wallets']
    for (const table of tables) await database.exec(`alter table ${table} rename to ${table}_away`)
    try {
      // The first request about this one: there is no complete answer to stand in.
      const wallet = await walletOf(world.net, addressOf('bidder'))
      expect(wallet).toMatchObject({ bids: null, tickets: null, agents: null, credits: null, rooms: null, index: null })
      expect(wallet.unread.toSorted((a, b) => (a.part < b.part ? -1 : 1))).toEqual(
        ['agents', 'bids', 'credits', 'rooms', 'tickets'].map((part) => ({ part, reason: 'store_unavailable' })),
      )
      expect(wallet.tokens.length).toBeGreaterThan(1)
      expect(wallet.actions.map(({ operationId }) => operationId)).toContain('buildVetokenLock')
    } finally {
      for (const table of tables) await database.exec(`alter table ${table}_away rename to ${table}`)
    }
  })

  it('says which contracts the chain lacks', async () => {
    const config: { contracts: Record<string, string> } = JSON.parse(world.net.variables['CHAIN_CONFIG'] ?? '{}')
    const { veToken: _, gaugeVoting: __, registry: ___, ...contracts } = config.contracts
    await world.net.withVariables({ CHAIN_CONFIG: JSON.stringify({ ...config, contracts }) }, async () => {
      const wallet = await walletOf(world.net, addressOf('voter'))
      expect(wallet).toMatchObject({ lock: null, votes: null, rooms: null })
      expect(wallet.unread).toEqual(
        expect.arrayContaining(
          ['lock', 'votes', 'vaults', 'rooms'].map((part) => ({ part, reason: 'role_not_configured' })),
        ),
      )
      expect(wallet.bids?.length).toBeGreaterThan(0)
    })
  })

  it.each([
    ['?cursor=WyJjb250ZXh0IiwiYSJd', 400, 'invalid_request'],
    ['?minBlock=99999999', 503, 'behind_requested_block'],
  ])('refuses %s', async (query, status, code) => {
    const answer = await fetch(walletUrl(world.net, addressOf('voter'), query))
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([status, code])
  })
})

describe('security', () => {
  it('does not offer what leads to a vault that has not launched', async () => {
    const config: object = JSON.parse(world.net.variables['CHAIN_CONFIG'] ?? '{}')
    const demoVaults = [world.net.world.contracts.vault]
    await world.net.withVariables({ CHAIN_CONFIG: JSON.stringify({ ...config, demoVaults }) }, async () => {
      const { actions } = await walletOf(world.net, addressOf('voter'))
      const named = (operationId: string) => actions.filter((action) => action.operationId === operationId)
      expect([...named('buildVetokenIncrease'), ...named('buildAuctionSubmitBid')]).toEqual([])
      expect(named('buildGaugeVote')[0]?.body['vaults']).toEqual([world.net.world.contracts.vault2])
      expect(named('buildVetokenUnlock')[0]?.waitsFor?.code).toBe('lock_not_expired')
    })
  })

  it('stays bounded when strangers bid in a wallet’s name, and says that more is there', async () => {
    const victim = random.account().address
    const chain = await openChain({ rpcUrl: world.net.rpcUrl, artifacts: await loadArtifacts() })
    const auction = chain.at('ContinuousClearingAuction', world.net.world.contracts.auction)
    const { actions } = await walletOf(world.net, addressOf('stranger'))
    const price = actions.find(({ body }) => body['auction'] === auction.address)?.body['maxPriceQ96']
    const floor = await chain.read(auction, 'floorPrice')
    for (let i = 0; i < 26; i++)
      await chain.send('stranger', auction, 'submitBid', [BigInt(String(price)), 1n, victim, floor, '0x'], 1n)
    const block = await headOf(world.net)
    const wallet = await walletAt(world.net, victim, block)
    expect(wallet.truncated).toEqual(['bids'])
    expect(wallet.bids).toHaveLength(24)
  })
})
