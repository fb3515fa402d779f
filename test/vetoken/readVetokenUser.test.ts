import type { Address } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getVetokenUser } from '../../functions/vetoken/getVetokenUser.ts'
import type { World } from '../../localnet/world/buildWorld.ts'
import { loadArtifacts } from '../../localnet/world/loadArtifacts.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import type { Anvil } from '../../localnet/world/startAnvil.ts'
import { createChain } from '../../shared/chain/chain.ts'
import { createRpc } from '../../shared/chain/rpc.ts'
import { Memory } from '../../shared/memory/Memory.ts'
import { refusal } from '../auth/support.ts'
import { type BorrowedWorld, borrowWorld } from '../support/borrowWorld.ts'

const UTILITY: Address = '0x00000000000000000000000000000000000000A1'
const BROKEN: Address = '0x00000000000000000000000000000000000000a2'

let borrowed: BorrowedWorld
let anvil: Anvil
let world: World

beforeAll(async () => {
  borrowed = await borrowWorld()
  ;({ anvil, world } = borrowed)
  const artifacts = await loadArtifacts()
  const chain = await openChain({ rpcUrl: anvil.url, artifacts })
  // Returns the words 7 and 8 to any call; reverts any call.
  await chain.setCode(UTILITY, '0x6007600052600860205260406000f3')
  await chain.setCode(BROKEN, '0x60006000fd')
})
afterAll(() => borrowed?.giveBack())

/** The handler over a configuration of its own. */
async function read(contracts: Record<string, Address | undefined>) {
  const known = Object.fromEntries(
    Object.entries({ ...world.contracts, ...contracts }).filter(([, address]) => address !== undefined),
  )
  const chain = createChain(
    { chainId: world.chainId, contracts: known, blockTimeMs: 200, demoVaults: [], startBlock: 0 },
    createRpc({ urls: [anvil.url] }),
  )
  const LIMITS = { lease: () => Promise.reject(new Error('a handler counts nothing')) }
  const baseUrl = 'https://api.example.com/api'
  const params = { address: world.accounts[1]?.address ?? UTILITY }
  const input = {
    params,
    query: {},
    body: undefined,
    principal: undefined,
    request: new Request(baseUrl),
    waitUntil: () => undefined,
  }
  return getVetokenUser(input, {
    env: { BASE_URL: baseUrl, LIMITS },
    chain,
    now: Date.now,
    memory: new Memory(Date.now),
    baseUrl,
    appUrl: baseUrl,
    trustedOrigins: new Set<string>(),
  })
}

it('tells what the lock is used for where the utility contract is configured', async () => {
  expect((await read({ veUtility: UTILITY })).data.utility).toEqual({ ve33: '7', veLottery: '8', freeCapacity: '7' })
})

it.each([BROKEN, '0x00000000000000000000000000000000000000a3'] as const)(
  'has no utility where %s does not answer as one, and the lock all the same',
  async (veUtility) => {
    const { data } = await read({ veUtility })
    expect(data).toMatchObject({ utility: null, hasActiveLock: true })
  },
)

it('is 503 role_not_configured without a vote escrow, and where the configured one is none', async () => {
  for (const veToken of [undefined, BROKEN, UTILITY, world.contracts.shareToken])
    expect((await refusal(read({ veToken }))).code).toBe('role_not_configured')
})
