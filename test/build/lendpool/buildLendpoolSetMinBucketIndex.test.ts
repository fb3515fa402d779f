import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { UnsignedMinBucketIndex } from '../../../schema/build/lendpoolCalldata.ts'
import { startLendNet } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const start = () => startLendNet(UnsignedMinBucketIndex, 'setMinBucketIndex', 'agent')

const net = useNet(() => start())
beforeEach(() => net.proxy.reset())

const admin = addressOf('admin')
const body = (changes: object = {}) => ({
  auth: net.world.contracts.lendpoolAuth,
  minBucketIndex: '4156',
  from: admin,
  ...changes,
})

describe('happy', () => {
  it('sets it for the admin that is to send it, and the API shows it', async () => {
    const { lendpoolAuth } = net.world.contracts
    const built = await net.built(body())
    expect(built).toMatchObject({
      to: lendpoolAuth,
      value: '0',
      from: admin,
      function: 'setMinBucketIndex(uint256)',
      args: { nextMinBucketIndex: '4156' },
      approvals: [],
      issues: [],
      simulation: { status: 'ok' },
      admin,
      currentMinBucketIndex: '3300',
      minBucketPriceWad: '1000000000000000000',
      warnings: [],
    })
    expect(Number(built.currentMinBucketPriceWad) / 1e18).toBeCloseTo(1.005 ** 856, 9)
    expect(built.description).toBe(
      `Let the lending vault of the rule book ${lendpoolAuth} lend only in buckets from index 4156 on, at prices of at most 1 quote tokens per collateral token.`,
    )
    expect((await net.lendingAt(await net.sent('admin', built)))?.minBucketIndex).toBe('4156')
    expect((await net.built(body())).warnings).toEqual(['minBucketIndex is already 4156, so the call changes nothing.'])
  })
})

describe('what only the chain knows', () => {
  it('reports that somebody other than the admin sends it, and names whose key is needed', async () => {
    const built = await net.built(body({ from: undefined }))
    expect(built.issues).toMatchObject([{ code: 'not_admin', admin }])
    await net.expectRevert('agent', built, ['not_admin'], 'NotAuthorized')
  })

  it('knows the admin of that block', async () => {
    const auth = net.chain.at('VaultAuth', net.world.contracts.lendpoolAuth)
    await net.chain.send('admin', auth, 'setAdmin', [addressOf('agent')])
    expect(await net.built(body({ from: undefined }))).toMatchObject({ issues: [], admin: addressOf('agent') })
    await net.expectRevert('admin', await net.built(body()), ['not_admin'], 'NotAuthorized')
    await net.chain.send('agent', auth, 'setAdmin', [admin])
  })
})

describe('what the request proves', () => {
  it.each([[{ minBucketIndex: 7389 }, /^invalid_request: minBucketIndex: must be between 0 and 7388/]])(
    'refuses %j',
    async (changes, message) => {
      await net.expectRefused(body(changes), message)
    },
  )

  it('refuses the strategy, a token and an account where the rule book is meant', async () => {
    for (const auth of [net.world.contracts.lendpoolStrategy, net.coin.address, admin])
      await net.expectRefused(body({ auth }), /^invalid_request: auth: 0x.* is not the rule book of a lending vault/)
  })

  it('takes both bounds', async () => {
    for (const minBucketIndex of ['0', '7388'])
      expect((await net.built(body({ minBucketIndex }))).simulation.status).toBe('ok')
  })
})
