import { describe, expect, test } from 'vitest'
import { decodePng } from '../support/decodePng.ts'
import { startTokenNet } from './startTokenNet.ts'
import { useNet } from '../support/useNet.ts'

// The budgets of a deployment, not the thousandfold ones of a development machine.
const net = useNet(() => startTokenNet({ variables: { LIMIT_MULTIPLIER: '1' } }))

const from = (ip: string, query: string) => net.get(`/token/image${query}`, { headers: { 'cf-connecting-ip': ip } })

describe('getTokenImageByQuery', () => {
  test('is the picture of the token in the query', async () => {
    const { shareToken } = net.world.contracts
    const response = await from('192.0.2.1', `?address=${shareToken}&size=64`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    const bytes = await response.bytes()
    expect(decodePng(bytes).width).toBe(64)
    expect(bytes).toEqual(await (await net.get(`/v1/token/${shareToken}/logo.png`)).bytes())
  })

  test('says what is left of the tighter budget', async () => {
    const response = await from('192.0.2.3', `?address=${net.world.contracts.shareToken}&size=64`)
    expect(response.headers.get('x-ratelimit-limit')).toBe('60')
    expect(response.headers.get('x-ratelimit-remaining')).toBe('59')
    expect(Number(response.headers.get('x-ratelimit-reset'))).toBeGreaterThan(0)
    expect(response.headers.get('ratelimit-policy')).toBe('"tokenImageAddress";q=60;w=60')
  })
})
