import { getAddress } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerIntelligence } from '../../../functions/agents/intelligence/answerIntelligence.ts'
import { walletSummary } from '../../../functions/agents/identity/profile/walletSummary.ts'
import { WalletIntelligence } from '../../../schema/agents/walletIntelligence.ts'
import type { ArtifactStorage } from '../../../shared/artifacts/ArtifactStorage.ts'
import { accountOf, dataOf, signIn, toAnswer } from '../../account/support.ts'
import { openIsolate, waitUntil } from './sources/support.ts'
import { startIntelligenceNet } from './startIntelligenceNet.ts'
import { sessionOf } from '../../support/sessionOf.ts'
import { useNet } from '../../support/useNet.ts'

let authorization: Readonly<Record<string, string>>
const net = useNet(() => startIntelligenceNet())
beforeAll(async () => {
  authorization = { authorization: `Bearer ${(await signIn(net.api, accountOf(net, 'owner'))).token}` }
})

const post = async (body: unknown, headers = authorization) =>
  toAnswer(
    await fetch(`${net.api}/v1/agents/wallet-intelligence`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )

test('answers as the GET does, from the same cache', async () => {
  const address = net.newWallet()
  net.providers.known.fund(address, net.newWallet())
  const got = await net.read({ address, chains: '8453', hops: '2', social: 'false' })
  const answer = await post({ address, chainIds: [8453], hops: 2, includeSocial: false })
  const posted = dataOf(answer, WalletIntelligence)
  expect(posted).toMatchObject({ graph: got.graph, cacheStatus: 'hit', storageStatus: 'skipped' })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test.each([
  [{ hops: 0 }, 'invalid_request'],
  [{ chainIds: [] }, 'invalid_request'],
  [{ chainIds: [0] }, 'invalid_request'],
  [{ chainIds: Array.from({ length: 17 }, () => 1) }, 'invalid_request'],
  [{ chainIds: [1, 56] }, 'unsupported_chain'],
])('refuses case %#', async (fault, code) => {
  expect(await post({ address: net.newWallet(), ...fault })).toMatchObject({ status: 400, code })
})

test('hops beyond the most count as the most', async () => {
  const address = net.newWallet()
  const { graph } = dataOf(await post({ address, chainIds: [8453], hops: 1_000_000 }), WalletIntelligence)
  expect(graph.nodes[0]?.data['fundingTrace']).toMatchObject({ requestedHops: 5 })
})

describe('storing', () => {
  const request = { portfolio: true, ens: true, social: true, labels: true, noCache: false, hops: 3, chainIds: [8453] }
  const principal = sessionOf(getAddress(`0x${'ab'.repeat(20)}`))
  const common = { principal, waitUntil, spend: async () => {} }

  test('is read back from the URL of the answer, and unavailable while nothing can be stored', async () => {
    const bucket = net.bucket
    const address = net.newWallet()
    await bucket.fail('throw')
    const posted = dataOf(await post({ address, chainIds: [8453], store: true }), WalletIntelligence)
    await bucket.fail(undefined)
    expect(posted.storageStatus).toBe('unavailable')
    expect(posted.storage).toBeUndefined()
    const got = dataOf(await net.ask({ address, chains: '8453', store: 'true' }, authorization), WalletIntelligence)
    expect(got).toMatchObject({ storageStatus: 'stored', cacheStatus: 'hit', graph: posted.graph })
    expect(got.storage?.gatewayUrl).toContain(got.storage?.storageKey)
  })

  test('stores the graph as answered, the same bytes each time, for every caller', async () => {
    const documents: Parameters<ArtifactStorage['store']>[0][] = []
    const storage: ArtifactStorage = {
      async store(document) {
        documents.push(document)
        const artifact = {
          uri: 'immutable://1',
          gatewayUrl: 'https://gateway.example/1',
          storageKey: '1',
          statusUrl: null,
        }
        return { status: 'stored', artifact: { ...artifact, sha256: '0x', keccak256: '0x' } }
      },
    }
    const intelligence = openIsolate(await net.database(), net.providers.variables)
    const options = { ...request, address: net.newWallet() }
    const first = await answerIntelligence(options, { ...common, store: true }, { intelligence, storage })
    const second = await answerIntelligence(options, { ...common, store: true }, { intelligence, storage })
    const skipped = await answerIntelligence(options, { ...common, store: false }, { intelligence, storage })
    expect([first.storageStatus, second.storageStatus, skipped.storageStatus]).toEqual(['stored', 'stored', 'skipped'])
    expect(first.storage).toEqual({
      uri: 'immutable://1',
      gatewayUrl: 'https://gateway.example/1',
      storageKey: '1',
      statusUrl: null,
    })
    const texts = documents.map(({ bytes }) => new TextDecoder().decode(bytes))
    expect(texts).toHaveLength(2)
    expect(texts[0]).toBe(texts[1])
    expect(JSON.parse(texts[0] ?? '')).toEqual(first.graph)
    expect(documents[0]).toMatchObject({ kind: 'wallet-intelligence', createdBy: principal.address.toLowerCase() })
  })

  test('that fails takes nothing from the answer', async () => {
    const storage: ArtifactStorage = { store: async () => ({ status: 'unavailable', error: 'it is down' }) }
    const intelligence = openIsolate(await net.database(), net.providers.variables)
    const options = { ...request, address: net.newWallet() }
    const answer = await answerIntelligence(options, { ...common, store: true }, { intelligence, storage })
    expect(answer).toMatchObject({ storageStatus: 'unavailable', graph: { target: options.address } })
    expect(answer.storage).toBeUndefined()
  })
})

test('a profile has its summary, or says that the store is down', async () => {
  const database = await net.database()
  const intelligence = openIsolate(database, net.providers.variables)
  const address = net.newWallet()
  expect(await walletSummary(address, { intelligence }, waitUntil)).toMatchObject({ target: address })
  await database.exec('alter table wallet_intelligence_cache rename to moved')
  try {
    const reading = walletSummary(net.newWallet(), { intelligence }, waitUntil)
    await expect(reading).rejects.toMatchObject({ code: 'store_unavailable' })
  } finally {
    await database.exec('alter table moved rename to wallet_intelligence_cache')
  }
})
