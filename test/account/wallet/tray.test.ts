import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { startIntelligence } from '../../../localnet/intelligence/startIntelligence.ts'
import { seedAccounts } from '../../../localnet/seed.ts'
import { TrayActivity, TrayPortfolio } from '../../../schema/account/walletAnswers.ts'
import { holdTimeOuts } from '../../support/holdTimeOuts.ts'
import { seeded } from '../../support/seeded.ts'
import { bearer, dataOf, signIn, startAccountNet } from '../support.ts'
import { get } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const random = seeded('trays')
const providers = useNet(() => startIntelligence())
const net = useNet(() => startAccountNet({ variables: providers.variables }))

const HASH = `0x${'5c'.repeat(32)}` as const

/** An account with so many wallets, all known to the provider. */
async function person(count = 2) {
  const signers = Array.from({ length: count }, () => random.account())
  const [first, ...others] = signers
  if (!first) throw new Error('nobody')
  const owner = (address: Address) => ({ address, kind: 'owner' as const })
  const wallets = [owner(first.address), ...others.map(({ address }) => owner(address))] as const
  await seedAccounts(await net.database(), [{ id: `tray-${first.address}`, wallets, credits: 0 }], 1)
  for (const [i, { address }] of signers.entries()) {
    providers.known.holdings.set(address, [{ symbol: 'ETH', chain: 'base', value: 100.25 * (i + 1) }])
    const movement = { chain: 'base', symbol: 'ETH', direction: 'in', other: first.address } as const
    providers.known.movements.set(address, [
      { ...movement, hash: HASH, type: 'receive', timestamp: 1_780_000_000 },
      { ...movement, hash: HASH, type: 'trade', timestamp: 1_780_000_100 },
    ])
  }
  const headers = bearer((await signIn(net.api, first)).token)
  const addresses = signers.map(({ address }) => address)
  const ask = (path: string, ids: readonly string[] = addresses) => get(net.api, path, { ids: ids.join() }, headers)
  return { addresses, ask }
}
const portfolioRequests = () => providers.requests.filter((request) => request.startsWith('portfolio')).length

describe('getTrayPortfolio', () => {
  test('answers the wallets’ holdings, read once a minute', async () => {
    const { addresses, ask } = await person()
    const before = portfolioRequests()
    const answer = await ask('trayPortfolio', [...addresses, ...addresses])
    expect(dataOf(answer, TrayPortfolio)).toMatchObject({
      totalUsd: '300.75',
      wallets: [
        {
          address: addresses[0],
          status: 'ok',
          totalUsd: '100.25',
          chains: [{ chain: 'base', valueUsd: '100.25' }],
          tokens: [{ symbol: 'ETH', quantity: '1.5', valueUsd: '100.25' }],
        },
        { address: addresses[1], status: 'ok', totalUsd: '200.50' },
      ],
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(portfolioRequests() - before).toBe(4)
    await ask('trayPortfolio')
    expect(portfolioRequests() - before).toBe(4)
  })

  test('a wallet that could not be read is not an empty one', async () => {
    const { addresses, ask } = await person(2)
    await ask('trayPortfolio', addresses.slice(0, 1))
    providers.fail('portfolio', 500)
    expect(dataOf(await ask('trayPortfolio'), TrayPortfolio)).toMatchObject({
      totalUsd: null,
      wallets: [
        { status: 'ok', totalUsd: '100.25' },
        { status: 'unavailable', totalUsd: null, chains: null, tokens: null },
      ],
    })
    providers.fail('portfolio', undefined)
  })
})

describe('getTrayActivity', () => {
  test('what wallets did, the newest first', async () => {
    const { addresses, ask } = await person(1)
    const { wallets } = dataOf(await ask('trayActivity'), TrayActivity)
    expect(wallets).toEqual([
      {
        address: addresses[0],
        status: 'ok',
        transactions: [
          {
            hash: HASH,
            chain: 'base',
            type: 'trade',
            status: 'confirmed',
            minedAt: '2026-05-28T20:28:20.000Z',
            from: addresses[0],
            to: addresses[0],
            transfers: [{ direction: 'in', symbol: 'ETH', quantity: '0.5', valueUsd: '1500.25' }],
          },
          expect.objectContaining({ type: 'receive' }),
        ],
      },
    ])
  })
})

describe.each(['trayPortfolio', 'trayActivity'])('%s: error', (path) => {
  test('six wallets, none, and one of none are 400', async () => {
    const { addresses, ask } = await person(1)
    const [own = ''] = addresses
    for (const ids of [Array.from({ length: 6 }, () => own), [''], [own, '']])
      expect(await ask(path, ids)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('a provider that fails is an outage, and is called again afterwards', async () => {
    const { ask } = await person(1)
    for (const fault of [500, 'garbage', { json: { data: {} } }] as const) {
      providers.fail('portfolio', fault)
      expect(await ask(path)).toMatchObject({ status: 502, code: 'wallet_data_unavailable' })
    }
    providers.fail('portfolio', undefined)
    expect((await ask(path)).status).toBe(200)
  })

  test('a provider that says nothing is an outage when the time is up', async () => {
    const { ask } = await person(1)
    const timeOuts = holdTimeOuts()
    providers.fail('portfolio', 'silence')
    const answer = ask(path)
    await expect.poll(timeOuts.held).toContain(10_000)
    timeOuts.fire(10_000)
    expect(await answer).toMatchObject({ status: 502, code: 'wallet_data_unavailable' })
    providers.fail('portfolio', undefined)
  })
})

describe('security', () => {
  test('nobody asks about wallets of others', async () => {
    const { addresses, ask } = await person(1)
    const before = portfolioRequests()
    for (const path of ['trayPortfolio', 'trayActivity'])
      expect(await ask(path, [...addresses, random.account().address])).toMatchObject({
        status: 403,
        code: 'wallet_authority_mismatch',
      })
    expect(portfolioRequests()).toBe(before)
  })
})
