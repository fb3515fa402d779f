import { expect, test } from 'vitest'
import { SCHEDULES } from '../../functions/social/schedules.ts'
import { startReputation } from '../../localnet/reputation/startReputation.ts'
import { createReputationProvider } from '../../functions/social/reputation/provider/createReputationProvider.ts'
import { startChatNet } from './startChatNet.ts'
import { useNet } from '../support/useNet.ts'

const reputation = useNet(() => startReputation())
const net = useNet(() => startChatNet({ families: ['account', 'social'] }))

test('without a provider both lanes are 503, and their schedules do nothing', async () => {
  for (const REPUTATION_API_URL of ['', 'http://plain.example/api/v2', 'no URL'])
    await net.withVariables({ REPUTATION_API_URL }, async () => {
      for (const path of ['reputation-sync', 'reputation-sync-hot'])
        expect(await net.post(path, undefined, net.cron)).toMatchObject({
          status: 503,
          code: 'reputation_not_configured',
        })
      for (const cron of [SCHEDULES.canonical, SCHEDULES.hot]) await net.runSchedule('social', cron)
    })
  expect(await net.rows('select * from reputation_sync_state')).toEqual([])
})

test('without a key the requests go without one, and the provider decides', async () => {
  const { REPUTATION_API_URL: url = '', REPUTATION_API_KEY: apiKey } = reputation.variables
  const seen: unknown[] = []
  reputation.respond = (response) => {
    seen.push(response.req.headers['x-ethos-api-key'], response.req.headers['x-ethos-client'])
    return false
  }
  const query = { after: 0, limit: 1 }
  const open = createReputationProvider({ url, clientName: 'me', now: Date.now })
  await expect(open.updates(query, 1000)).rejects.toMatchObject({ kind: 'failed' })
  const keyed = createReputationProvider({ url: `${url}/`, apiKey, clientName: 'me', now: Date.now })
  expect(await keyed.updates(query, 1000)).toEqual({ updates: [], wrong: 0, more: false })
  expect(seen).toEqual([undefined, 'me', apiKey, 'me'])
})
