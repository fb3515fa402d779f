import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readChainFile } from '../../localnet/options.ts'
import { startServices } from '../../localnet/startServices.ts'
import { installMulticall3 } from '../../localnet/world/installMulticall3.ts'
import { openChain } from '../../localnet/world/openChain.ts'
import { startAnvil } from '../../localnet/world/startAnvil.ts'
import { ROLES } from '../../shared/chain/config.ts'
import { familyNames } from '../../platform/workers.ts'
import { base } from '../../shared/chain/networks/base.ts'
import { exampleOf } from '../laws/exampleCalls.ts'
import { operations, toLive, type Live } from '../laws/live.ts'
import { faultOf } from '../laws/refusals.ts'
import { borrowWorld } from '../support/borrowWorld.ts'
import { serve } from '../support/localnet.ts'

/** The Workers of `npm start -- --rpc … --config base`, on a chain that has the id of Base and Multicall3 alone. */
let live: Live

beforeAll(async () => {
  const { config } = await readChainFile('base')
  const anvil = await startAnvil({ chainId: config.chainId })
  const chain = await openChain({ rpcUrl: anvil.url, artifacts: {} })
  await installMulticall3(chain)
  await chain.mine(3, 2)
  const services = await startServices()
  const variables = { ...services.variables, CRE_RUNTIME_SIGNING_SECRET: '' }
  const families = familyNames()
  const net = await serve({ chain: { rpcUrl: anvil.url, ...config }, families, profiles: [], variables })
  // The examples name contracts of the local world where Base has none: they have no code here either.
  const { world, giveBack } = await borrowWorld()
  const contracts = { ...world.contracts, ...config.contracts }
  const stop = async () => {
    await net.stop()
    await anvil.stop()
    await giveBack()
  }
  live = toLive(
    { ...net, anvil, rpcUrl: anvil.url, world: { ...world, chainId: config.chainId, contracts }, stop },
    services,
  )
})
afterAll(() => live?.stop())

/** These need a nonce of an agent of the identity registry, or a proof for a room of a share token that exists. */
const FURTHER = ['verifyAgent', 'verifyAgentAccessProof', 'joinAgentMsgnet', 'joinAgentChatapp']
const called = operations.filter(({ id }) => !FURTHER.includes(id))

async function ask(id: string): Promise<Response> {
  const found = called.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`there is no example of ${id}`)
  return live.send(found.operation, await exampleOf(id)(live))
}

describe('where no contract of Base has code', () => {
  test.each(called)('$id answers, or says what is wrong with what', async ({ id }) => {
    const answer = await ask(id)
    const text = await answer.clone().text()
    if (answer.status === 200) return
    expect(await faultOf(answer, live.rpcUrl), text).toBeUndefined()
    if (answer.status < 500) return expect(answer.status, text).toBeLessThan(429)
    expect([answer.status, answer.headers.get('x-error-code')], text).toEqual([503, 'role_not_configured'])
    const role = ROLES.find((name) => new RegExp(`role_not_configured: ${name}\\b`).test(text))
    if (role === undefined) throw new Error(`${text} names no role`)
    // A role without an address is named; otherwise its address is.
    expect(text).toContain(base.contracts[role] ?? 'has no address on chain 8453')
  })

  test.each([
    ['listExploreVaults', 'registry'],
    ['getLotteryGlobal', 'lotteryManager'],
    ['getLotteryKeyCoverage', 'keyToken'],
    ['getGaugeEpoch', 'gaugeVoting'],
    ['getVetokenUser', 'veToken'],
    ['submitAmoeChallenge', 'amoeRouter'],
    ['buildLpVaultRebalance', 'lpVaultFactory'],
  ])('%s names %s', async (id, role) => {
    const answer = await ask(id)
    expect(answer.headers.get('x-error-code')).toBe('role_not_configured')
    expect(await answer.text()).toMatch(new RegExp(`role_not_configured: ${role}\\b`))
  })

  test('the index has nothing to follow, and the Workers stay healthy', async () => {
    expect((await fetch(`${live.api}/health`)).status).toBe(200)
  })
})
