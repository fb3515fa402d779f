import { parseAbi, size, type Address } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChain } from '../../localnet/world/openChain.ts'
import { compileSolidity } from '../../platform/compile.ts'
import type { Describe, Ref } from '../../shared/chain/calls.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { startRpcProxy, type ProxiedCall, type RpcProxy } from '../support/rpcProxy.ts'
import { soak } from '../support/soak.ts'
import { useBorrowedWorld } from '../support/useNet.ts'

const M = 1_000_000
/** On both sides of what each call needs, and of the plenty that separates an endless call from a large one. */
const CAPS = soak(0, 1) === 1 ? [1, 2, 5, 10, 25, 50] : [1, 5, 10]
const abi = parseAbi([
  'function pokes() view returns (uint256)',
  'function eat(uint256) view returns (uint256)',
  'function swallow(uint256) view returns (uint256)',
  'function wrap(uint256) view returns (uint256)',
  'function poke(uint256) returns (uint256)',
  'function forever() view returns (uint256)',
  'function fails() view returns (uint256)',
  'function refuses() view returns (uint256)',
  'function long(uint256) view returns (bytes)',
  'function next(uint256) view returns (uint256)',
  'function absent() view returns (uint256)',
])

let proxy: RpcProxy
let burner: Address
let twins: Address[]

const { anvil, world } = useBorrowedWorld()
beforeAll(async () => {
  const artifacts = await compileSolidity({ sources: ['test/chain/contracts/Hungry.sol'] })
  const chain = await openChain({ rpcUrl: anvil.url, artifacts })
  burner = (await chain.deploy('Hungry', [])).address
  twins = []
  for (let i = 0; i < 10; i++) twins.push((await chain.deploy('Hungry', [])).address)
  proxy = await startRpcProxy(anvil.url)
})
afterAll(() => proxy?.stop())

const refuse = ({ method, params }: ProxiedCall) => method === 'eth_call' && !('to' in Object(params[0]))

/** How a read is made, and whether the configuration knows the contract: calls of one that it does not know never go together. */
const ROUTES = [
  { name: 'through the lens', known: false },
  { name: 'in rounds, since it refuses the lens', known: false, refuse },
  { name: 'of a configured contract', known: true },
]

/** A new chain, over a node with a cap in millions of gas. */
function chainAt({
  cap,
  known = false,
  now,
  ...mode
}: {
  cap?: number
  known?: boolean
  now?: () => number
  refuse?: typeof refuse
}) {
  const { chainId, contracts } = world
  proxy.reset()
  const refusing = mode.refuse ? { refuse: mode.refuse } : {}
  if (cap !== undefined) proxy.mode = { ...refusing, gas: cap * M }
  else if (mode.refuse) proxy.mode = { refuse: mode.refuse }
  return createChain(
    parseChainConfig({ chainId, contracts: { ...contracts, ...(known ? { vault: burner } : {}) } }),
    createRpc({ urls: [proxy.url] }),
    now,
  )
}

const callsMade = () => proxy.requests.flatMap(({ calls }) => calls).length
const range = (length: number) => Array.from({ length }, (_, i) => i)
const named = <T>(values: readonly T[]): Record<string, T> =>
  Object.fromEntries(values.map((value, i) => [`n${i}`, value]))

/** The value of a read, or the code of its error. */
const outcomeOf = async <T>(read: Promise<{ value: T }>): Promise<T | string> =>
  read.then(
    ({ value }) => value,
    (error: unknown) => String(Object(error).code),
  )

describe.each(ROUTES)('a node that caps gas, read $name', (route) => {
  test.each(CAPS)('%i M: what needs more together than there is, is read in parts', async (cap) => {
    const { value } = await chainAt({ ...route, cap }).read(({ at }) => {
      const own = at(burner, abi)
      return {
        eaten: named(range(64).map((i) => own('eat', [BigInt(20_000 + 4000 * i)]))),
        refuses: own('refuses'),
        absent: own('absent'),
        most: own('eat', [600_000n]),
      }
    })
    expect(value).toEqual({
      eaten: named(range(64).map(() => 1n)),
      refuses: null,
      absent: null,
      most: 1n,
    })
    expect(new Set(blocks().filter((block) => block !== 'latest')).size).toBeLessThanOrEqual(1)
  })

  test.each(CAPS)('%i M: one call that needs 800 000, 1.8, 3 and 4.5 million is read or an outage', async (cap) => {
    for (const amount of [0.8 * M, 1.8 * M, 3 * M, 4.5 * M]) {
      for (const functionName of ['eat', 'swallow', 'wrap'] as const) {
        const read = chainAt({ ...route, cap }).read(({ at }) => ({
          before: at(burner, abi)('eat', [50_000n]),
          large: at(burner, abi)(functionName, [BigInt(amount)]),
          after: at(burner, abi)('refuses'),
        }))
        const isEnough = cap * M > amount * 1.1
        const whole = { before: 1n, large: 1n, after: null }
        const got = await outcomeOf(read)
        expect(got, `${functionName} ${amount}`).toEqual(isEnough ? whole : 'upstream_failed')
      }
    }
  })

  test.each(CAPS)('%i M: what comes after a change of state is read with it', async (cap) => {
    const { value } = await chainAt({ ...route, cap })
      .read(({ at }) => {
        const own = at(burner, abi)
        const twin = at(twins[0] ?? burner, abi)
        return {
          before: own('pokes'),
          eaten: named(range(8).map(() => own('eat', [90_000n]))),
          poked: own('poke', [300_000n]),
          now: own('pokes'),
          rest: named(range(8).map(() => own('eat', [90_000n]))),
          refused: own('poke', [2n ** 256n - 1n]),
          again: twin('poke', [100_000n]),
          still: own('pokes'),
          twin: twin('pokes'),
        }
      })
      .catch((error: unknown) => ({ value: String(Object(error).code) }))
    const ones = named(range(8).map(() => 1n))
    const whole = {
      before: 0n,
      eaten: ones,
      poked: 1n,
      now: 1n,
      rest: ones,
      refused: null,
      again: 1n,
      still: 1n,
      twin: 1n,
    }
    // Only with plenty of gas does a change that never ends differ from one that needs more than there is.
    if (cap < 10) expect(value).toBe('upstream_failed')
    else expect(value).toEqual(whole)
  })

  test.each(CAPS)('%i M: an assertion of an older compiler is a revert, however much it takes', async (cap) => {
    const read = chainAt({ ...route, cap }).read(({ at }) => ({
      fails: at(burner, abi)('fails'),
      eaten: at(burner, abi)('eat', [100_000n]),
      twin: at(twins[1] ?? burner, abi)('fails'),
    }))
    expect(await outcomeOf(read)).toEqual({ fails: null, eaten: 1n, twin: null })
  })

  test.each(CAPS)('%i M: a call that never ends is null where there is plenty of gas, else an outage', async (cap) => {
    const read = chainAt({ ...route, cap }).read(({ at }) => ({
      eaten: at(burner, abi)('eat', [100_000n]),
      forever: at(burner, abi)('forever'),
    }))
    expect(await outcomeOf(read)).toEqual(cap < 10 ? 'upstream_failed' : { eaten: 1n, forever: null })
  })

  test('a chain of calls that depend on each other goes on to its end', async () => {
    const { value } = await chainAt({ ...route, cap: 1 }).read(({ at, follow }) => ({
      list: follow(at(burner, abi)('eat', [100_000n]), { last: 50n, max: 64 }, (item) => ({
        item,
        eaten: at(burner, abi)('eat', [60_000n]),
        next: at(burner, abi)('next', [item]),
      })),
    }))
    expect(value.list.map(({ item }) => item)).toEqual(range(50).map((i) => BigInt(i + 1)))
    expect(value.list.every(({ eaten }) => eaten === 1n)).toBe(true)
  })
})

/** Blocks at which calls were made. */
const blocks = () => proxy.requests.flatMap(({ calls }) => calls.map(({ params }) => String(params[1])))

describe('a node that does not cap gas', () => {
  test('takes one request, whatever calls do', async () => {
    const { value } = await chainAt({}).read(({ at }) => ({
      large: at(burner, abi)('eat', [4n * BigInt(M)]),
      absent: at(burner, abi)('absent'),
      swallowed: at(burner, abi)('swallow', [4n * BigInt(M)]),
      forever: at(burner, abi)('forever'),
      eaten: at(burner, abi)('eat', [50_000n]),
      refuses: at(burner, abi)('refuses'),
    }))
    expect(value).toEqual({ large: 1n, absent: null, swallowed: 1n, forever: null, eaten: 1n, refuses: null })
    expect(proxy.requests).toHaveLength(1)
  })

  test('a contract of the configuration that lacks functions takes one aggregate', async () => {
    const { value } = await chainAt({ known: true }).read(({ at }) => ({
      absent: at(burner, abi)('absent'),
      large: at(burner, abi)('eat', [2n * BigInt(M)]),
      fails: at(burner, abi)('refuses'),
    }))
    expect(value).toEqual({ absent: null, large: 1n, fails: null })
    expect(proxy.requests).toHaveLength(1)
    expect(proxy.requests[0]?.calls[0]?.params[0]).toMatchObject({ to: world.contracts.multicall3 })
  })
})

describe('security', () => {
  const hostile = ({ at }: Describe) => ({
    twins: named(twins.map((twin) => named(range(20).map((): Ref<bigint> => at(twin, abi)('forever'))))),
    eaten: named(range(20).map(() => at(burner, abi)('eat', [30_000n]))),
  })

  test.each([undefined, ...CAPS])(
    'ten contracts that burn all gas cost a bounded number of calls, at %s M',
    async (cap) => {
      const got = await outcomeOf(chainAt(cap === undefined ? {} : { cap }).read(hostile))
      expect(callsMade()).toBeLessThan(50)
      if (cap !== undefined && cap < 10) expect(got).toBe('upstream_failed')
      else
        expect(got).toEqual({
          twins: named(twins.map(() => named(range(20).map(() => null)))),
          eaten: named(range(20).map(() => 1n)),
        })
    },
  )

  test('a list that takes a request for each step ends after ten seconds', async () => {
    let clock = 0
    const chain = chainAt({ refuse, now: () => (clock += 1000) })
    const read = chain.read(({ at, follow }) => ({
      list: follow(at(burner, abi)('eat', [1000n]), { last: 60n, max: 64 }, (item) => ({
        next: at(burner, abi)('next', [item]),
      })),
    }))
    await expect(read).rejects.toMatchObject({ code: 'upstream_timeout' })
    expect(proxy.requests.length).toBeLessThan(20)
  })

  test('results that do not fit into one answer are all read; one that no storage can hold is null', async () => {
    const chain = chainAt({})
    const { value } = await chain.read(({ at }) => ({
      parts: named(range(10).map(() => at(burner, abi)('long', [75_000n]))),
      tooLong: at(burner, abi)('long', [100_000n]),
      last: at(burner, abi)('eat', [1000n]),
    }))
    expect(Object.values(value.parts).map((part) => part && size(part))).toEqual(range(10).map(() => 75_000))
    expect(value.tooLong).toBeNull()
    expect(value.last).toBe(1n)
    expect(callsMade()).toBeLessThan(8)
  })
})
