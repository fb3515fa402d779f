import { expect, it } from 'vitest'
import * as z from 'zod'
import { openChain } from '../../../localnet/world/openChain.ts'
import { envelope } from '../../../schema/common.ts'
import { DexApproval } from '../../../schema/market/dexSwap.ts'
import { compileSolidity } from '../../../platform/compile.ts'
import { send, sessionOf } from '../../build/support.ts'
import { dex, roleOf, startMarketNet } from './support.ts'
import { prepared, useNet } from '../../support/useNet.ts'

const net = useNet(() => startMarketNet())
const owner = prepared(() => sessionOf(net, 'owner'))

const check = async (body: object) => {
  const { status, json } = await dex(net, 'checkApproval', owner, body)
  if (status !== 200) throw new Error(JSON.stringify(json))
  return z.parse(envelope(DexApproval), json).data
}
const approve = async ({ approval }: z.output<typeof DexApproval>) => approval && send(net, 'owner', approval)

it('builds the approval of exactly what is missing, and nothing once it was sent', async () => {
  const { usdc, dexRouter: spender } = net.world.contracts
  const missing = await check({ token: usdc, amount: '7' })
  expect(missing).toMatchObject({
    owner: roleOf(net, 'owner'),
    spender,
    allowance: '0',
    isApproved: false,
    reset: null,
    approval: { to: usdc, value: '0', args: { spender, amount: '7' } },
    simulation: { status: 'ok' },
  })
  await approve(missing)
  expect(await check({ token: usdc, amount: '7' })).toMatchObject({ allowance: '7', isApproved: true, approval: null })
  expect(await check({ token: usdc, amount: '8' })).toMatchObject({
    isApproved: false,
    approval: { args: { amount: '8' } },
  })
})

it('resets the allowance of a token that changes one only from zero', async () => {
  const artifacts = await compileSolidity({ sources: ['test/calldata/contracts/OlderToken.sol'] })
  const chain = await openChain({ rpcUrl: net.rpcUrl, artifacts })
  const { address: token } = await chain.deploy('OlderToken', [roleOf(net, 'owner'), 100n])
  const first = await check({ token, amount: '5' })
  expect(first).toMatchObject({ reset: null, approval: { args: { amount: '5' } } })
  await approve(first)
  const more = await check({ token, amount: '9' })
  expect(more).toMatchObject({
    reset: { to: token, args: { amount: '0' } },
    approval: { args: { amount: '9' } },
    simulation: { status: 'ok' },
  })
})

it('refuses what is no token, and nothing of one', async () => {
  const { gaugeVoting, usdc } = net.world.contracts
  const token = gaugeVoting
  expect(await dex(net, 'checkApproval', owner, { token, amount: '5' })).toMatchObject({ code: 'invalid_request' })
  expect(await dex(net, 'checkApproval', owner, { token: usdc, amount: '0' })).toMatchObject({
    code: 'invalid_request',
  })
})
