import { Interface } from 'ethers'
import { formatUnits, getAddress, type Address, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { World } from '../../../localnet/world/buildWorld.ts'
import type { Anvil } from '../../../localnet/world/startAnvil.ts'
import { type BuildContext, createBuildContext } from '../../../functions/build/BuildContext.ts'
import { buildVetokenExtend } from '../../../functions/build/vetoken/buildVetokenExtend.ts'
import { buildVetokenIncrease } from '../../../functions/build/vetoken/buildVetokenIncrease.ts'
import { buildVetokenLock } from '../../../functions/build/vetoken/buildVetokenLock.ts'
import { buildVetokenUnlock } from '../../../functions/build/vetoken/buildVetokenUnlock.ts'
import { createChain } from '../../../shared/chain/chain.ts'
import { createRpc } from '../../../shared/chain/rpc.ts'
import type { BytesAnswer, JsonAnswer } from '../../../shared/http/handler.ts'
import { refusal } from '../../auth/support.ts'
import { type BorrowedWorld, borrowWorld } from '../../support/borrowWorld.ts'

const escrowAbi = new Interface([
  'function lock(address token, uint256 amount, uint256 duration)',
  'function extendLock(uint256 newEnd)',
  'function increaseLock(uint256 amount)',
])
const MAX_AMOUNT = 2n ** 128n - 1n

let borrowed: BorrowedWorld
let anvil: Anvil
let world: World

beforeAll(async () => {
  borrowed = await borrowWorld()
  ;({ anvil, world } = borrowed)
})
afterAll(() => borrowed?.giveBack())

/** What the builders stand on, over these nodes; without any the calldata is made from the request alone. */
function contextOver(urls: readonly string[], contracts: Partial<World['contracts']> = world.contracts): BuildContext {
  const chain = createChain(
    { chainId: world.chainId, contracts, blockTimeMs: 200, demoVaults: [], startBlock: 0 },
    createRpc({ urls }),
  )
  const LIMITS = { lease: () => Promise.reject(new Error('a handler counts nothing')) }
  const baseUrl = 'https://api.example.com/api'
  return createBuildContext({
    env: { BASE_URL: baseUrl, LIMITS },
    chain,
    now: Date.now,
    baseUrl,
    appUrl: baseUrl,
    trustedOrigins: new Set<string>(),
  })
}

const principal = () => ({ kind: 'session', address: world.accounts[1]?.address ?? '0x', expiresAt: 0 }) as const
const given = <B>(body: B) => ({
  body,
  principal: principal(),
  params: undefined,
  query: undefined,
  request: new Request('https://api.example.com'),
  waitUntil: () => undefined,
})

function toData<D>(answer: JsonAnswer<D> | BytesAnswer): D {
  if ('bytes' in answer) throw new Error('bytes')
  return answer.data
}

const below = (bound: bigint): bigint =>
  (BigInt(generatePrivateKey()) % bound) >> BigInt(Math.floor(Math.random() * bound.toString(2).length))
const amount = (): bigint => 1n + below(MAX_AMOUNT)
const duration = (): bigint => 604_800n + (BigInt(generatePrivateKey()) % (126_144_000n - 604_800n + 1n))
const address = (): Address => privateKeyToAddress(generatePrivateKey())

describe('without a node', () => {
  it.each([500, 1000])(
    '%i random requests encode as another library does, and the sentence names every amount and address',
    async (rounds) => {
      const context = contextOver([])
      const { veToken } = world.contracts
      for (let round = 0; round < rounds; round++) {
        const [token, locked, seconds, added, newEnd] = [
          address(),
          amount(),
          duration(),
          amount(),
          1n + below(2n ** 48n - 1n),
        ]
        const lock = toData(await buildVetokenLock(given({ token, amount: locked, durationSec: seconds }), context))
        expect(lock.data).toBe(escrowAbi.encodeFunctionData('lock', [token, locked, seconds]))
        expect(lock.args).toEqual({ token: getAddress(token), amount: String(locked), duration: String(seconds) })
        for (const part of [token, veToken, String(locked), String(seconds)]) expect(lock.description).toContain(part)

        const extend = toData(await buildVetokenExtend(given({ newEnd }), context))
        expect(extend.data).toBe(escrowAbi.encodeFunctionData('extendLock', [newEnd]))
        expect(extend.args).toEqual({ newEnd: String(newEnd) })
        for (const part of [veToken, String(newEnd)]) expect(extend.description).toContain(part)

        const increase = toData(await buildVetokenIncrease(given({ amount: added }), context))
        expect(increase.data).toBe(escrowAbi.encodeFunctionData('increaseLock', [added]))
        expect(increase.args).toEqual({ amount: String(added) })
        for (const part of [veToken, String(added)]) expect(increase.description).toContain(part)
      }
    },
  )
})

describe('with a node', () => {
  it('the sentence names exact amounts in whole tokens, and the approval is for exactly the amount', async () => {
    const context = contextOver([anvil.url])
    const { veToken, shareToken } = world.contracts
    for (let round = 0; round < 40; round++) {
      const [from, locked, seconds] = [address(), amount(), duration()]
      const data = toData(await buildVetokenLock(given({ from, amount: locked, durationSec: seconds }), context))
      const whole = formatUnits(locked, 18)
      for (const part of [`${whole} ■AURORA`, shareToken, veToken, String(seconds)])
        expect(data.description).toContain(part)
      const [approval] = data.approvals
      expect(approval?.args).toEqual({ spender: veToken, amount: String(locked) })
      for (const part of [`${whole} ■AURORA`, shareToken, veToken]) expect(approval?.description).toContain(part)
      const decoded = escrowAbi.decodeFunctionData('lock', data.data)
      expect(decoded.toArray()).toEqual([shareToken, locked, seconds])
      expect(data.calls.calls.map((call): Hex => `0x${call.data.slice(2)}`)).toEqual([approval?.data, data.data])
    }
  })
})

describe('a configuration', () => {
  it('whose vote escrow is none, or that has none, is 503 role_not_configured', async () => {
    const { veToken, ...others } = world.contracts
    for (const contracts of [
      others,
      { ...others, veToken: world.contracts.shareToken },
      { ...others, veToken: principal().address },
    ]) {
      const refused = await refusal(buildVetokenUnlock(given({}), contextOver([anvil.url], contracts)))
      expect(refused.code).toBe('role_not_configured')
    }
    expect(toData(await buildVetokenUnlock(given({}), contextOver([anvil.url]))).to).toBe(veToken)
  })
})
