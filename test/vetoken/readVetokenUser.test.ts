import type { Address } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { getVetokenUser } from '../../functions/vetoken/getVetokenUser.ts'
import { addressOf } from '../../localnet/world/accounts.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { Memory } from '../../shared/cache/Memory.ts'
import { refusal } from '../auth/support.ts'
import { compileSolidity } from '../../platform/compile.ts'
import { deployAltered } from '../support/deployAltered.ts'
import { useBorrowedWorld } from '../support/useNet.ts'

const UTILITY: Address = '0x00000000000000000000000000000000000000A1'
const BROKEN: Address = '0x00000000000000000000000000000000000000a2'

const { anvil, world } = useBorrowedWorld()
beforeAll(async () => {
  const artifacts = await loadArtifacts()
  const chain = await openChain({ rpcUrl: anvil.url, artifacts })
  // Returns the words 7 and 8 to any call; reverts any call.
  await chain.setCode(UTILITY, '0x6007600052600860205260406000f3')
  await chain.setCode(BROKEN, '0x60006000fd')
})

/** The handler over a configuration of its own. */
async function read(contracts: Record<string, Address | undefined>, user = addressOf('voter')) {
  const known = Object.fromEntries(
    Object.entries({ ...world.contracts, ...contracts }).filter(([, address]) => address !== undefined),
  )
  const chain = createChain(
    { chainId: world.chainId, contracts: known, blockTimeMs: 200, demoVaults: [], startBlock: 0 },
    createRpc({ urls: [anvil.url] }),
  )
  const baseUrl = 'https://api.example.com/api'
  const params = { address: user }
  const input = {
    params,
    query: {},
    body: undefined,
    principal: undefined,
    request: new Request(baseUrl),
    waitUntil: () => undefined,
  }
  return getVetokenUser(input, {
    chain,
    now: Date.now,
    memory: new Memory(Date.now),
    baseUrl,
    appUrl: baseUrl,
    trustedOrigins: new Set<string>(),
  })
}

it('answers what the lock is used for if the utility contract is configured', async () => {
  expect((await read({ veUtility: UTILITY })).data.utility).toEqual({ ve33: '7', veLottery: '8', freeCapacity: '7' })
})

it.each([BROKEN, '0x00000000000000000000000000000000000000a3'] as const)(
  'has no utility where %s does not answer as one, and the lock all the same',
  async (veUtility) => {
    const { data } = await read({ veUtility })
    expect(data).toMatchObject({ utility: null, hasActiveLock: true })
  },
)

describe('an escrow of another generation', () => {
  const WEEK = 604_800
  const MAX = 126_144_000
  /** An escrow that keeps ends to the second, and in it a lock of the owner's until this time. */
  async function deployPrecise(end: (now: number) => number): Promise<Address> {
    const artifacts = {
      ...(await loadArtifacts()),
      ...(await compileSolidity({ sources: ['test/vetoken/contracts/PreciseEscrow.sol'] })),
    }
    const chain = await openChain({ rpcUrl: anvil.url, artifacts })
    const shares = chain.at('ShareToken', world.contracts.shareToken)
    const escrow = await chain.deploy('PreciseEscrow', [shares.address])
    await chain.send('owner', shares, 'approve', [escrow.address, 10n ** 18n])
    await chain.send('owner', escrow, 'lock', [shares.address, 10n ** 18n, WEEK])
    const now = Number((await chain.latest()).timestamp)
    await chain.send('owner', escrow, 'extendLock', [end(now)])
    return escrow.address
  }
  const maxEnd = (timestamp: number, weekFloored: boolean) =>
    String(weekFloored ? Math.floor((timestamp + MAX) / WEEK) * WEEK : timestamp + MAX)

  it('the current one is seen to round, by an extension that is only simulated', async () => {
    const { data, asOf } = await read({})
    expect(data).toMatchObject({ weekFloored: 'yes', maxLockEnd: maxEnd(asOf?.timestamp ?? 0, true) })
    expect((await read({})).data.lock).toEqual(data.lock)
  })

  it.each([
    ['by an end within a week', (now: number) => (Math.floor(now / WEEK) + 9) * WEEK + 1000],
    ['by a simulated extension, where the end is on a boundary', (now: number) => (Math.floor(now / WEEK) + 9) * WEEK],
  ])('an older one is seen not to round, %s', async (_, end) => {
    const { data, asOf } = await read({ veToken: await deployPrecise(end) }, addressOf('owner'))
    expect(data).toMatchObject({ weekFloored: 'no', maxLockEnd: maxEnd(asOf?.timestamp ?? 0, false) })
  })

  it('of who has no lock it is not known, and the latest end is one that any escrow takes', async () => {
    for (const veToken of [world.contracts.veToken, await deployPrecise((now) => now + 9 * WEEK)]) {
      const { data, asOf } = await read({ veToken }, addressOf('stranger'))
      expect(data).toMatchObject({ weekFloored: 'unknown', maxLockEnd: maxEnd(asOf?.timestamp ?? 0, true) })
    }
  })

  it('what it has no function for follows from the lock, or is null', async () => {
    const veToken = await deployPrecise((now) => now + 9 * WEEK)
    const { data, asOf } = await read({ veToken }, addressOf('owner'))
    expect(data).toMatchObject({
      hasActiveLock: true,
      remainingLockTimeSec: String(Number(data.lock.end) - (asOf?.timestamp ?? 0)),
      totalVotingPower: null,
      powerShareBps: null,
    })
    const bare = await deployAltered(anvil.url, world.contracts.veToken, ['MAX_LOCK_DURATION()'])
    expect((await read({ veToken: bare })).data).toMatchObject({ weekFloored: 'unknown', maxLockEnd: null })
  })
})

it('is 503 role_not_configured without a vote escrow, and if the configured contract is another one', async () => {
  for (const veToken of [undefined, BROKEN, UTILITY, world.contracts.shareToken])
    expect((await refusal(read({ veToken }))).code).toBe('role_not_configured')
})
