import { numberToHex, toFunctionSelector, type Address } from 'viem'
import { beforeAll, describe, expect, test } from 'vitest'
import { deployVault } from '../../localnet/world/deployVault.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { parseChainConfig } from '../../shared/chain/config.ts'
import { readLanes } from '../../shared/domain/vault/readLanes.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { listVaults } from '../gauge/listVaults.ts'
import { ask } from '../support/ask.ts'
import { type ProxiedCall } from '../support/rpcProxy.ts'
import { soak } from '../support/soak.ts'
import { exampleOf } from './exampleCalls.ts'
import { isRecord } from './json.ts'
import { type Call, operations, startLive } from './live.ts'
import { useNet, useRpcProxy } from '../support/useNet.ts'

const FAMILIES = ['token', 'vault', 'auction', 'lottery', 'gauge', 'vetoken', 'lpstrat']
const isLong = soak(0, 1) === 1
/** Caps of eth_call that nodes are run with, in millions of gas. */
const CAPS = isLong ? [1, 2, 5, 10, 25, 50] : [1, 25]
/** Of those, the ones of nodes that refuse the lens too. */
const REFUSING = isLong ? [1, 5, 25] : [5]

const proxy = useRpcProxy()
let many: Address
const live = useNet(() => startLive({ blockTimeMs: 0, nodeUrl: proxy.nodeUrl }))
beforeAll(async () => {
  const { world, rpcUrl } = live
  // Lists that are as long as an answer takes.
  await listVaults(rpcUrl, world, 64)
  many = (await deployVault({ rpcUrl, artifacts: await loadArtifacts(), world, strategies: 64 })).vault
}, 240_000)

const reads = operations.filter(
  ({ family, operation }) =>
    FAMILIES.includes(family) &&
    operation.method === 'get' &&
    operation['x-auth'] === undefined &&
    !operation['x-deprecated'],
)
/** Further calls of a read, beside its example. */
const LONG: Readonly<Record<string, () => Call>> = {
  getVaultStrategies: () => ({ params: { address: many } }),
  getVaultReport: () => ({ params: { address: many } }),
  listExploreVaults: () => ({ query: { limit: '64' } }),
}

/** An answer's status and what it says, less as of when. */
async function answerOf(operation: (typeof reads)[number]['operation'], call: Call) {
  const response = await live.send(operation, call)
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  // Status pages count seconds and blocks.
  const timeless = operation.path.startsWith('/status/') ? text.replace(/\d+ (seconds|blocks)|[Bb]lock \d+/g, '') : text
  const body: unknown = type.includes('json') ? withoutTime(JSON.parse(timeless)) : text
  return { status: response.status, isStale: text.includes('"source":"stale"'), body }
}

/** `asOf`, and what else moves with the clock alone. */
const MOVING = new Set(['asOf', 'nonce', 'message', 'deadline', 'issuedAt', 'expiresAt', 'generatedAt'])
const withoutTime = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withoutTime)
    : isRecord(value)
      ? Object.fromEntries(
          Object.entries(value).flatMap(([key, inner]) => (MOVING.has(key) ? [] : [[key, withoutTime(inner)]])),
        )
      : value

/** Whether the gas is enough for the largest single call of a read: what 64 strategies are worth is one call of their vault. */
const isEnough = async (id: string, gas: number): Promise<boolean> =>
  id !== 'getVaultReport' ||
  ask(live.rpcUrl, 'eth_call', { to: many, data: toFunctionSelector('totalAssets()'), gas: numberToHex(gas) }).then(
    () => true,
    () => false,
  )

test('lanes of the registry are the same at each cap', async () => {
  const { chainId, contracts } = live.world
  const lanesAt = async () => {
    const chain = createChain(parseChainConfig({ chainId, contracts }), createRpc({ urls: [proxy.url] }))
    return (await readLanes(chain, 0)).lanes
  }
  proxy.reset()
  const whole = await lanesAt()
  expect(whole).toHaveLength(64)
  for (const cap of CAPS) {
    proxy.mode = { gas: cap * 1_000_000 }
    expect(await lanesAt(), `${cap} M`).toEqual(whole)
  }
})

const refuse = ({ method, params }: ProxiedCall) => method === 'eth_call' && !('to' in Object(params[0]))

/** The calls of each read, with what they answer without a cap. */
const wholes = new Map<
  string,
  readonly { readonly call: Call; readonly whole: Awaited<ReturnType<typeof answerOf>> }[]
>()
async function wholesOf({ id, operation }: (typeof reads)[number]) {
  const known = wholes.get(id)
  if (known) return known
  proxy.reset()
  const found = []
  for (const call of [await exampleOf(id)(live), LONG[id]?.()])
    if (call) found.push({ call, whole: await answerOf(operation, call) })
  wholes.set(id, found)
  return found
}

describe.each([
  ['', CAPS, {}],
  // Last, since a node that refused is not called again for a while.
  [' and refuses the lens', REFUSING, { refuse }],
] as const)('on a node that caps the gas of a call%s', (_, caps, mode) => {
  test.each(reads)('$id says what it says without', { timeout: 120_000 }, async (one) => {
    for (const { call, whole } of await wholesOf(one)) {
      expect(whole.status).toBe(200)
      for (const cap of caps) {
        proxy.reset()
        proxy.mode = { ...mode, gas: cap * 1_000_000 }
        const capped = await answerOf(one.operation, call)
        if (capped.isStale) expect(await isEnough(one.id, cap * 1_000_000), `${cap} M`).toBe(false)
        else expect(capped, `${cap} M`).toEqual(whole)
      }
    }
  })
})
