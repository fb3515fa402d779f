import { beforeEach, describe, expect, it } from 'vitest'
import { addressOf } from '../../../localnet/world/accounts.ts'
import { UnsignedIdleBuffer } from '../../../schema/build/lendpoolCalldata.ts'
import { startLendNet } from './support.ts'
import { useNet } from '../../support/useNet.ts'

const start = () => startLendNet(UnsignedIdleBuffer, 'setIdleBufferBps', 'owner')

const net = useNet(() => start())
beforeEach(() => net.proxy.reset())

const owner = addressOf('owner')
const body = (changes: object = {}) => ({
  strategy: net.world.contracts.lendpoolStrategy,
  idleBufferBps: 2500,
  ...changes,
})
const LATER = 'The setting takes effect with the next deposit of the vault into the strategy. The call emits no event.'

describe('happy', () => {
  it('sets it, and the API shows it', async () => {
    const { lendpoolStrategy, vault } = net.world.contracts
    const built = await net.built(body())
    expect(built).toMatchObject({
      to: lendpoolStrategy,
      value: '0',
      from: owner,
      function: 'setIdleBufferBps(uint256)',
      args: { newBps: '2500' },
      approvals: [],
      issues: [],
      simulation: { status: 'ok' },
      owner,
      vault,
      currentIdleBufferBps: '1000',
      warnings: [LATER],
      description: `Make the strategy ${lendpoolStrategy} keep 25 % (2500 basis points) of its assets unlent.`,
    })
    expect((await net.lendingAt(await net.sent('owner', built)))?.idleBufferBps).toBe('2500')
    expect((await net.built(body())).warnings).toEqual([
      'The idle buffer is already 2500 basis points, so the call changes nothing.',
      LATER,
    ])
  })
})

describe('what only the chain knows', () => {
  it('reports that somebody other than the owner sends it, and names whose key is needed', async () => {
    const built = await net.built(body({ from: addressOf('stranger') }))
    expect(built.issues).toMatchObject([{ code: 'not_owner', owner }])
    await net.expectRevert('stranger', built, ['not_owner'], 'OwnableUnauthorizedAccount')
  })

  it('knows the owner of that block', async () => {
    const strategy = net.chain.at('LendpoolStrategy', net.world.contracts.lendpoolStrategy)
    await net.chain.send('owner', strategy, 'transferOwnership', [addressOf('admin')])
    expect(await net.built(body())).toMatchObject({ issues: [{ code: 'not_owner' }], owner: addressOf('admin') })
    expect((await net.built(body({ from: addressOf('admin') }))).issues).toEqual([])
    await net.chain.send('admin', strategy, 'transferOwnership', [owner])
  })
})

describe('what the request proves', () => {
  it.each([[{ idleBufferBps: 10_001 }, /^invalid_request: idleBufferBps: must be between 0 and 10000/]])(
    'refuses %j',
    async (changes, message) => {
      await net.expectRefused(body(changes), message)
    },
  )

  it('refuses the rule book, another kind of strategy and an account where the strategy is meant', async () => {
    const { lendpoolAuth, lpStrategy } = net.world.contracts
    for (const strategy of [lendpoolAuth, lpStrategy, owner])
      await net.expectRefused(body({ strategy }), /^invalid_request: strategy: 0x.* is not a lending strategy/)
  })
})
