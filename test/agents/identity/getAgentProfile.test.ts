import { describe, expect, test } from 'vitest'
import { zeroHash } from 'viem'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { agentProfile } from '../../../schema/agents/profile.ts'
import { dataOf, requestsWith, type Answer } from '../../account/support.ts'
import { startDiscoveryNet } from './startDiscoveryNet.ts'
import { useNet } from '../../support/useNet.ts'

const Profile = agentProfile.getAgentProfile.responses[200].content['application/json'].schema.shape.data
const path = (agentId: string) => `/v1/agents/profile?agentId=${agentId}`

const net = useNet(() => startDiscoveryNet())

const profileOf = (answer: Answer) => dataOf(answer, Profile)
const fresh = async () => profileOf(await net.get(`${path('0')}&minBlock=${await net.head()}`))

test('has the registration, the report, and feedback with who is behind it', async () => {
  // Until the first run of the index has ended, the profile says that it is without it.
  await expect.poll(async () => (await fresh()).errors).toEqual([])
  const profile = await fresh()
  expect(profile).toMatchObject({
    agentId: 0,
    registration: { name: 'Lantern' },
    discoverability: { agentRegistered: true, ownerAddress: addressOf('agent') },
    feedback: { summary: { totalFeedback: 3, totalReviewers: 3, topReviewerShareBps: 3333 }, reviewEndpoint: null },
    walletIntelligence: { address: addressOf('agent'), summary: { target: addressOf('agent') } },
    errors: [],
  })
  expect(profile.reputation.summary).toEqual(profile.feedback.summary)
  // Ratings of several tags have several scales, so there is a mean of each and none of all.
  expect(profile.feedback.summary).toMatchObject({ averageValue: null, averageValueDecimals: null })
  const tags = profile.feedback.summary?.byTag ?? []
  expect(tags.reduce((count, tag) => count + tag.count, 0)).toBe(3)
  expect(tags.length).toBeGreaterThan(1)
  expect(profile.advertisedServices).toContain('feedback')
})

test('costs one request to the node', async () => {
  await net.chain.mine(1, 1)
  const minBlock = await net.head()
  net.proxy.reset()
  await net.get(`${path('0')}&minBlock=${minBlock}`)
  expect(requestsWith(net.proxy, net.world.contracts.identityRegistry)).toBe(1)
})

test('shows the newest technical review before newer feedback of other kinds', async () => {
  const reputation = net.chain.at('ReputationRegistry', net.world.contracts.reputationRegistry)
  const give = (tag1: string, tag2 = '') => {
    const endpoint = 'https://lantern.example'
    return net.chain.send('stranger', reputation, 'giveFeedback', [0, 4, 0, tag1, tag2, endpoint, '', zeroHash])
  }
  const latest = async () => (await fresh()).feedback.latestReviewArtifact
  const clientAddress = addressOf('stranger')
  await give('starred', 'technical-review')
  await give('uptime')
  await expect.poll(latest).toMatchObject({ tag2: 'technical-review', clientAddress, feedbackIndex: 1 })
  // Reviews of earlier versions.
  await give('technical-review')
  await expect.poll(latest).toMatchObject({ tag1: 'technical-review', clientAddress, feedbackIndex: 3 })
})

describe('another agent', () => {
  test.each(['1', '99', String(2n ** 256n - 1n)])('%s is 404', async (agentId) => {
    expect((await net.get(path(agentId))).code).toBe('not_canonical_agent')
  })
})

test('a part that fails is null and named, the others are there, and nobody keeps that answer', async () => {
  const database = await net.database()
  await database.prepare('alter table feedback_index rename to feedback_elsewhere').run()
  try {
    await net.withVariables({ LOG_LEVEL: 'error' }, async () => {
      const answer = await net.get(path('0'))
      const profile = profileOf(answer)
      expect(profile.errors).toEqual([{ branch: 'latestReviewArtifact', code: 'store_unavailable' }])
      expect(profile.feedback).toMatchObject({ latestReviewArtifact: null, summary: { indexedEntryCount: null } })
      expect(profile.feedback.summary?.totalFeedback).toBeGreaterThanOrEqual(3)
      expect(profile.discoverability).not.toBeNull()
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })
  } finally {
    await database.prepare('alter table feedback_elsewhere rename to feedback_index').run()
  }
})

test('without a node the last report and the index stand in', async () => {
  await fresh()
  await net.withVariables({ LOG_LEVEL: 'error' }, async () => {
    net.proxy.mode = 'drop'
    try {
      const answer = await net.get(path('0'))
      const profile = profileOf(answer)
      expect(profile.discoverability).toMatchObject({ stale: true })
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(profile.asOf.source).toBe('stale')
      expect(profile.feedback.summary?.totalFeedback).toBeGreaterThanOrEqual(3)
    } finally {
      net.proxy.reset()
    }
  })
})
