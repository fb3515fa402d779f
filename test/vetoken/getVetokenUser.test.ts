import { Contract, JsonRpcProvider } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import { VetokenUser } from '../../schema/vetoken/index.ts'
import { accountOf } from '../account/support.ts'
import { rpc, setTime } from '../build/support.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

/** Longer than a busy machine takes for the reads of one block. */
const BLOCK_MS = 4000

let provider: JsonRpcProvider
let escrow: Contract
let utility: Contract

const net = useNet(() => startLocalnet({ families: ['vetoken'], blockTimeMs: BLOCK_MS }))
beforeAll(async () => {
  provider = new JsonRpcProvider(net.rpcUrl, net.world.chainId, { staticNetwork: true, cacheTimeout: -1 })
  escrow = new Contract(
    net.world.contracts.veToken,
    [
      'function getLock(address) view returns (tuple(uint256 amount, uint256 end, uint256 start, address lockedToken, uint256 underlyingValue))',
      'function getVotingPower(address) view returns (uint256)',
      'function getRemainingLockTime(address) view returns (uint256)',
      'function getTotalVotingPower() view returns (uint256)',
      'function wrappedShareOFT() view returns (address)',
    ],
    provider,
  )
  utility = new Contract(
    net.world.contracts.veUtility,
    [
      'function previewUtilities(address) view returns (uint256, uint256)',
      'function freeCapacityOf(address) view returns (uint256)',
    ],
    provider,
  )
})
afterAll(() => provider?.destroy())

const url = (role: AccountRole, query = '') =>
  `${net.sockets['vetoken']}/v1/vetoken/user/${accountOf(net, role).address}${query}`
const Answer = z.strictObject({ success: z.literal(true), data: VetokenUser })

async function read(role: AccountRole, query = '') {
  const response = await fetch(url(role, query))
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return Answer.parse(await response.json()).data
}

/** The same values as another library reads them at the block of the answer. */
async function readBySelf(role: AccountRole, { asOf }: z.output<typeof VetokenUser>) {
  const user = accountOf(net, role).address
  const at = { blockTag: Number(asOf.blockNumber) }
  const call = async (name: string, ...args: unknown[]) => escrow.getFunction(name).staticCall(...args, at)
  const block = await provider.getBlock(Number(asOf.blockNumber))
  const total = BigInt(await call('getTotalVotingPower'))
  const power = BigInt(await call('getVotingPower', user))
  const lock = await call('getLock', user)
  const [ve33, veLottery] = await utility.getFunction('previewUtilities').staticCall(user, at)
  const freeCapacity = await utility.getFunction('freeCapacityOf').staticCall(user, at)
  return {
    timestamp: block?.timestamp,
    lockToken: String(await call('wrappedShareOFT')),
    votingPower: String(power),
    remainingLockTimeSec: String(await call('getRemainingLockTime', user)),
    totalVotingPower: String(total),
    powerShareBps: Number((power * 10_000n) / total),
    amount: String(lock.amount),
    start: String(lock.start),
    end: String(lock.end),
    underlyingValue: String(lock.underlyingValue),
    utility: { ve33: String(ve33), veLottery: String(veLottery), freeCapacity: String(freeCapacity) },
  }
}

describe('happy', () => {
  it.each([
    { role: 'voter', active: true, unlockable: false },
    { role: 'borrower', active: false, unlockable: true },
  ] as const)(
    'answers the lock of $role as the contract has it at that block',
    async ({ role, active, unlockable }) => {
      const data = await read(role)
      const own = await readBySelf(role, data)
      expect(data).toMatchObject({
        chainId: net.world.chainId,
        asOf: { chainId: net.world.chainId, source: 'rpc', timestamp: own.timestamp },
        veToken: net.world.contracts.veToken,
        user: accountOf(net, role).address,
        lockToken: own.lockToken,
        lockTokenDecimals: 18,
        votingPower: own.votingPower,
        hasActiveLock: active,
        unlockable,
        remainingLockTimeSec: own.remainingLockTimeSec,
        totalVotingPower: own.totalVotingPower,
        powerShareBps: own.powerShareBps,
        lock: {
          amount: own.amount,
          start: own.start,
          end: own.end,
          lockedToken: own.lockToken,
          underlyingValue: own.underlyingValue,
        },
        maxLockEnd: String(Math.floor((Number(own.timestamp) + 126_144_000) / 604_800) * 604_800),
        utility: own.utility,
      })
      expect(Number(own.amount)).toBeGreaterThan(0)
      expect(active ? Number(data.votingPower) > 0 : data.votingPower === '0').toBe(true)
    },
  )

  it('answers a lock of nothing for an address that never locked', async () => {
    const data = await read('stranger')
    expect(data).toMatchObject({
      votingPower: '0',
      hasActiveLock: false,
      unlockable: false,
      remainingLockTimeSec: '0',
      powerShareBps: 0,
      lock: { amount: '0', start: '0', end: '0', lockedToken: null, underlyingValue: null },
    })
  })

  it('takes the address in lower case too, and answers it checksummed', async () => {
    const { address } = accountOf(net, 'voter')
    const response = await fetch(`${net.sockets['vetoken']}/v1/vetoken/user/${address.toLowerCase()}`)
    expect(Answer.parse(await response.json()).data.user).toBe(address)
  })

  it('shows the lock of a new block at once to who asks for that block', async () => {
    await read('voter')
    await rpc(net.rpcUrl, 'evm_mine', [])
    const newest = await provider.getBlockNumber()
    expect(Number((await read('voter', `?minBlock=${newest}`)).asOf.blockNumber)).toBe(newest)
  })
})

describe('errors', () => {
  it('answers 503 when the node is behind the requested block', async () => {
    const response = await fetch(url('voter', '?minBlock=999999999'))
    expect([response.status, response.headers.get('x-error-code')]).toEqual([503, 'behind_requested_block'])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  })
})

describe('time', () => {
  it('a lock ends in the second that it names', async () => {
    const { lock } = await read('voter')
    await setTime(net, BigInt(lock.end) - 1n)
    const before = await read('voter', `?minBlock=${await provider.getBlockNumber()}`)
    expect(before).toMatchObject({
      hasActiveLock: true,
      unlockable: false,
      remainingLockTimeSec: '1',
      votingPower: String(BigInt(lock.amount) / 126_144_000n),
    })
    await setTime(net, BigInt(lock.end))
    const after = await read('voter', `?minBlock=${await provider.getBlockNumber()}`)
    expect(after).toMatchObject({
      hasActiveLock: false,
      unlockable: true,
      remainingLockTimeSec: '0',
      votingPower: '0',
      totalVotingPower: '0',
      powerShareBps: null,
      lock,
    })
  })
})
