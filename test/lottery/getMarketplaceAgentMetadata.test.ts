import { expect, test } from 'vitest'
import { MarketplaceAgent } from '../../schema/lottery/marketplace.ts'
import { startLotteryNet } from './startLotteryNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLotteryNet())

test('describes the provider, and lists where its ticket is offered', async () => {
  const response = await fetch(`${net.api}/v1/marketplace/agent.json`)
  const document = MarketplaceAgent.strict().parse(await response.json())
  expect(document).toMatchObject({ version: 1, name: 'Jackpot Provider', operatorDomain: 'jackpot.example' })
  expect(document.listings).toEqual([`${net.api}/v1/marketplace/lottery-ticket.json`])
  const [listing] = document.listings
  expect((await fetch(listing ?? '')).status).toBe(200)
})

test('is a plain document: no envelope, kept for five minutes', async () => {
  const response = await fetch(`${net.api}/v1/marketplace/agent.json`)
  expect(await response.json()).not.toHaveProperty('success')
  expect(response.headers.get('cache-control')).toBe('public, s-maxage=300, stale-while-revalidate=600')
  expect(response.headers.get('etag')).toMatch(/^W\/"/)
})
