import { beforeAll, describe, expect, test } from 'vitest'
import { parseUnits } from 'viem'
import { addressOf } from '../../localnet/world/accounts.ts'
import { contractNames } from '../../localnet/world/contractRoles.ts'
import { swap } from '../../localnet/world/dex.ts'
import { jsonUri } from '../../localnet/world/documents.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { type Chain, openChain } from '../../localnet/world/openChain.ts'
import { WORKER_NAMES } from '../../platform/workers.ts'
import { takesBlock } from '../../schema/codesOf.ts'
import { readInput } from '../../shared/http/readInput.ts'
import { factsAbout } from '../support/facts.ts'
import { startLocalnet } from '../support/localnet.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import { useNet } from '../support/useNet.ts'
import { operations } from './live.ts'

const marked = operations.filter(({ operation }) => takesBlock(operation))
const families: readonly string[] = [...new Set(marked.map(({ family }) => family))]

describe('every operation', () => {
  const fact = factsAbout(operations, ({ id }) => id)

  fact('that takes a block is a public read that is kept', ({ operation }) => {
    if (!takesBlock(operation)) return
    const { method, 'x-cache': cache, 'x-auth': auth, 'x-auth-when': when } = operation
    expect([method, cache === undefined, auth, when]).toEqual(['get', false, undefined, undefined])
  })

  fact('that takes none refuses it before anything else', ({ operation }) => {
    if (takesBlock(operation)) return
    const read = () => readInput({ ...operation, request: { query: operation.request?.query } }, {}, '/?block=5', 31337)
    expect(read).toThrow(/^invalid_request: block: is not taken, because /)
  })
})

describe('an answer as of a block is the one that was given when it was the newest', () => {
  const HEIGHTS = soak(3, 80)
  const DAYS_MS = 100 * 86_400_000
  const net = useNet(() => startLocalnet({ families, blockTimeMs: 0, past: true, followsBlocks: false }))
  const random = seeded('any block')
  let chain: Chain
  beforeAll(async () => {
    chain = await openChain({ rpcUrl: net.rpcUrl, artifacts: await loadArtifacts() })
  })

  /** Requests of each marked operation, by the values of its path and query. */
  function requests(): Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> {
    const { contracts } = net.world
    const { vault, vault2, shareToken, creatorCoin, auction, launchArm, lpStrategy, v3Pool } = contracts
    const of = (...addresses: readonly string[]) => addresses.map((address) => ({ address }))
    const users = of(...(['voter', 'borrower', 'bidder', 'stranger'] as const).map(addressOf))
    return {
      getTokenMetadata: of(shareToken, creatorCoin),
      getTokenListEntry: of(shareToken, creatorCoin),
      getVaultReport: of(vault, vault2),
      getVaultStrategies: of(vault, vault2),
      getAuctionStatus: of(auction, launchArm, vault),
      getLotteryCreator: [{ creatorCoin }, { creatorCoin: vault }],
      getGaugeEpoch: [{}],
      listGaugeVaults: [{}],
      getGaugeUserVotes: users,
      getVetokenUser: users,
      getLpStrategy: of(lpStrategy, vault),
      getDexPoolHistory: [{ pool: v3Pool, points: '3', interval: '600' }],
    }
  }
  const urlsOf = ({ path }: (typeof marked)[number]['operation'], all: readonly Readonly<Record<string, string>>[]) =>
    all.map((values) => {
      const query = new URLSearchParams(values)
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        query.delete(name)
        return values[name] ?? ''
      })
      return `${filled}?${query}`
    })

  /** One transaction, which changes some answers: each in its turn. */
  async function change(turn: number): Promise<void> {
    const { contracts } = net.world
    const at = (role: keyof typeof contractNames) => chain.at(contractNames[role], contracts[role])
    const amount = parseUnits(String(1 + random.below(50)), 18)
    const trade = { from: 'bidder', tokenIn: contracts.usdc, tokenOut: contracts.creatorCoin } as const
    const dex = { factory: at('dexFactory'), router: at('swapRouter') }
    const changes = [
      () => chain.send('owner', at('creatorCoin'), 'transfer', [contracts.vault, amount]),
      () => chain.send('owner', at('creatorCoin'), 'transfer', [contracts.lpStrategy, amount]),
      () => chain.send('owner', at('oracle'), 'setPrice', [amount]),
      () => chain.send('owner', at('shareToken'), 'setContractURI', [jsonUri({ description: `${amount} words` })]),
      () => chain.send('voter', at('veToken'), 'increaseLock', [amount]),
      () => chain.send('owner', at('gaugeVoting'), 'setWhitelisted', [contracts.vault2, turn % 2 === 0]),
      () => swap(chain, dex, { ...trade, amount: amount / 10n ** 12n }),
    ]
    await changes[turn % changes.length]?.()
  }

  let clients = 0
  /** An answer, its tag, and what a cache may do with it. */
  async function get(path: string) {
    const client = `10.7.${(++clients >> 8) & 255}.${clients & 255}`
    const response = await fetch(`${net.api}${path}`, { headers: { 'cf-connecting-ip': client } })
    const { headers, status } = response
    const answer = {
      path,
      status,
      body: await response.text(),
      etag: headers.get('etag'),
      block: headers.get('x-as-of-block'),
    }
    return { answer, cacheControl: headers.get('cache-control') ?? '' }
  }

  test(
    `${HEIGHTS} blocks`,
    async () => {
      const all = marked.map(({ id, operation }) => [id, urlsOf(operation, requests()[id] ?? [])] as const)
      const given: { block: bigint; answer: Awaited<ReturnType<typeof get>>['answer'] }[] = []
      for (let i = 0; i < HEIGHTS; i++) {
        await change(i)
        const { number } = await chain.latest()
        for (const path of all.flatMap(([, paths]) => paths))
          given.push({ block: number ?? 0n, answer: (await get(path)).answer })
      }
      for (const [id, paths] of all)
        expect(
          given.filter(({ answer }) => paths.includes(answer.path) && answer.status === 200),
          id,
        ).not.toEqual([])
      const many = given.length / HEIGHTS
      const body = (i: number) => given[i]?.answer.body.replace(/"asOf":{[^}]*}/, '')
      const changed = given.map((_, i) => i >= many && body(i) !== body(i - many))
      for (let i = 1; i < HEIGHTS; i++) expect(changed.slice(i * many, (i + 1) * many), `block ${i}`).toContain(true)

      // Two more blocks make the last of those final; and the clock of the Workers is not that of any block.
      await chain.mine(2, 1)
      for (const worker of WORKER_NAMES)
        if (families.includes(worker)) await net.changeTime(worker, { aheadMs: DAYS_MS })
      const faults: unknown[] = []
      for (const { block, answer } of random.shuffled(given)) {
        const found = await get(`${answer.path}&block=${block}`)
        const isKept = found.cacheControl.includes('immutable') === (answer.status === 200)
        if (!isKept || JSON.stringify({ ...found.answer, path: answer.path }) !== JSON.stringify(answer))
          faults.push([block, answer, found])
      }
      expect(faults).toEqual([])
    },
    soak(30_000, 900_000),
  )
})
