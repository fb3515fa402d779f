import { type Address, getAddress } from 'viem'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { PROVIDERS, startIntelligence } from '../../../../localnet/intelligence/startIntelligence.ts'
import { chooseTrace } from '../../../../functions/agents/intelligence/buildGraph.ts'
import type { IntelligencePorts } from '../../../../functions/agents/intelligence/ports.ts'
import { traceFunding } from '../../../../functions/agents/intelligence/sources/traceFunding.ts'
import { seeded } from '../../../support/seeded.ts'
import { chainAt, portsOf } from './support.ts'
import { useNet } from '../../../support/useNet.ts'

let ports: IntelligencePorts
const random = seeded('funding')
const someone = (): Address => getAddress(random.account().address)
const several = (count: number): Address[] => Array.from({ length: count }, someone)

const providers = useNet(() => startIntelligence())
beforeAll(async () => {
  ports = portsOf(providers.variables)
})
afterEach(() => PROVIDERS.forEach((provider) => providers.fail(provider, undefined)))

async function trace(target: Address, { hops = 5, chainId = 8453, signal = AbortSignal.timeout(8000) } = {}) {
  const firstFunder = ports.firstFunder(chainId)
  if (!firstFunder || !ports.askLabel) throw new Error('nobody is configured')
  const { isContract, askLabel: labelOf } = ports
  return traceFunding({ target, chainId, hops, signal }, { firstFunder, isContract, labelOf })
}

/** An item that must be there. */
function at<T>(list: readonly T[], i: number): T {
  const item = list[i]
  if (item === undefined) throw new Error(`there is no item ${i}`)
  return item
}

/** Each was funded by the next, a while earlier. */
const chain = (accounts: readonly Address[], chainId = 8453) =>
  accounts.forEach((account, i) => {
    const funder = accounts[i + 1]
    if (funder) providers.known.fund(account, funder, { chainId, blockNumber: 10_000 - 10 * i })
  })

describe('ends', () => {
  test('where the provider says that there is no funder', async () => {
    const accounts = several(3)
    chain(accounts)
    const { trace: found, isPartial } = await trace(at(accounts, 0))
    expect(found).toMatchObject({ stopReason: 'no_funder', complete: true, requestedHops: 5, entity: null })
    expect(found.chain.map(({ address, funderAddress, hop }) => [address, funderAddress, hop])).toEqual([
      [accounts[0], accounts[1], 1],
      [accounts[1], accounts[2], 2],
    ])
    expect(found.chain[0]).toMatchObject({ blockNumber: '10000', timestamp: 1_700_010_000, chainId: 8453 })
    expect(isPartial).toBe(false)
  })

  test.each([1, 2, 5])('after %i hops, which is not an end of the chain', async (hops) => {
    const accounts = several(8)
    chain(accounts)
    const { trace: found, isPartial } = await trace(at(accounts, 0), { hops })
    expect(found).toMatchObject({ stopReason: 'max_hops', complete: false, requestedHops: hops })
    expect(found.chain).toHaveLength(hops)
    expect(isPartial).toBe(false)
    expect(providers.requests.filter((one) => one.includes(at(accounts, hops)) && one.includes('fundedby'))).toEqual([])
  })

  test('at an account that is said to have funded itself', async () => {
    const [wallet, funder] = [someone(), someone()]
    chain([wallet, funder])
    providers.known.fund(funder, funder)
    expect((await trace(wallet)).trace).toMatchObject({
      stopReason: 'self_funded',
      complete: true,
      chain: [{ hop: 1 }],
    })
    const own = someone()
    providers.known.fund(own, own)
    expect((await trace(own)).trace).toMatchObject({ stopReason: 'self_funded', chain: [] })
  })

  test.each([2, 3, 4])('where a ring of %i closes', async (size) => {
    const ring = several(size)
    chain([...ring, at(ring, 0)])
    const { trace: found } = await trace(at(ring, 0))
    expect(found).toMatchObject({ stopReason: 'cycle', complete: true })
    expect(found.chain).toHaveLength(size - 1)
  })

  test('at a contract, which has no first funder, and not at an account that delegates to one', async () => {
    const [wallet, delegating, contract] = [someone(), someone(), someone()]
    chain([wallet, delegating, contract, someone()])
    providers.known.code.set(contract, '0x6001', 8453)
    providers.known.code.set(delegating, `0xef0100${'12'.repeat(20)}`, 8453)
    const { trace: found } = await trace(wallet)
    expect(found).toMatchObject({ stopReason: 'contract_address', complete: true })
    expect(found.chain.map(({ funderAddress }) => funderAddress)).toEqual([delegating, contract])
    expect((await trace(contract)).trace).toMatchObject({ stopReason: 'contract_address', chain: [], complete: true })
    expect((await trace(contract, { chainId: 1 })).trace).toMatchObject({ stopReason: 'no_funder' })
  })

  test.each([
    ['tags of the explorer', 'explorer'],
    ['the built-in list', 'built-in'],
    ['the provider of labels', 'label-api'],
  ])('at an entity that is known to %s', async (_, source) => {
    const entity = source === 'built-in' ? '0x71660c4005BA85c37ccec55d0C4493E66Fe775d3' : someone()
    if (source === 'explorer') providers.known.tags.set(entity, { name: 'Tagged', labels: [] })
    if (source === 'label-api') providers.known.entities.set(entity, { name: 'Entity', type: 'cex', label: 'Hot' })
    const wallet = someone()
    chain([wallet, entity, someone()])
    const { trace: found, isPartial } = await trace(wallet)
    expect(found).toMatchObject({ stopReason: 'labeled_entity', complete: true, entity: { source } })
    expect(found.chain).toHaveLength(1)
    expect(isPartial).toBe(false)
  })
})

test('whether there is a contract is read from the served chain where no other node is there, and unknown elsewhere', async () => {
  const [contract, wallet] = [someone(), someone()]
  providers.known.code.set(contract, '0x6001', 8453)
  const { isContract } = portsOf({}, chainAt(`${providers.url}/basename`))
  const ask = (address: Address, chainId: number) => isContract(address, chainId, AbortSignal.timeout(5000))
  expect([await ask(contract, 8453), await ask(wallet, 8453), await ask(contract, 1)]).toEqual([true, false, null])
  expect(await portsOf({}).isContract(contract, 8453, AbortSignal.timeout(5000))).toBeNull()
  const dead = portsOf({}, chainAt('http://127.0.0.1:9'))
  expect(await dead.isContract(contract, 8453, AbortSignal.timeout(5000))).toBeNull()
})

describe('a fault', () => {
  test('of a label does not end it, but the trace is kept for a short time only', async () => {
    const accounts = several(2)
    chain(accounts)
    providers.fail('labels', 500)
    const { trace: found, isPartial } = await trace(at(accounts, 0))
    expect(found).toMatchObject({ stopReason: 'no_funder', complete: true, chain: [{ hop: 1 }] })
    expect(isPartial).toBe(true)
  })

  test('of all who know funders ends it, with what is known', async () => {
    providers.fail('explorer', 500)
    providers.fail('transfers', 500)
    const { trace: found, isPartial } = await trace(someone())
    expect(found).toMatchObject({ stopReason: 'api_error', complete: false, chain: [] })
    expect(isPartial).toBe(true)
  })

  test.each(['explorer', 'transfers', 'labels'] as const)('silence of %s ends it in time', async (provider) => {
    const accounts = several(2)
    chain(accounts)
    providers.fail(provider, 'silence')
    const late = new AbortController()
    const before = providers.requests.length
    const tracing = trace(at(accounts, 0), { signal: late.signal })
    const requests = () => providers.requests.slice(before)
    await expect.poll(requests).toContainEqual(expect.stringMatching(new RegExp(`^${provider} `)))
    late.abort()
    const { trace: found } = await tracing
    expect(found).toMatchObject({ stopReason: 'timeout', complete: false })
  })
})

describe('of several chains', () => {
  const hop = (timestamp: number, number: number) => ({
    address: someone(),
    funderAddress: someone(),
    funderTxHash: `0x${'00'.repeat(32)}` as const,
    blockNumber: '1',
    timestamp,
    chainId: 1,
    hop: number,
  })
  const of = (chainId: number, ...times: number[]) => ({
    chainId,
    chain: times.map((time, i) => hop(time, i + 1)),
    complete: true,
    requestedHops: 3,
    stopReason: 'no_funder' as const,
    entity: null,
  })

  test('that on which the wallet was funded first counts; of equal ones the longest; one without funders never', () => {
    expect(chooseTrace([of(1, 200, 100), of(10, 150), of(137)])?.chainId).toBe(10)
    expect(chooseTrace([of(1, 200), of(10, 200, 100), of(137, 201, 1, 0)])?.chainId).toBe(10)
    expect(chooseTrace([of(137), of(1, 999)])?.chainId).toBe(1)
    expect(chooseTrace([])).toBeNull()
  })
})
