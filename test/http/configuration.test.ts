import { afterEach, expect, test } from 'vitest'
import { sessionOf } from '../build/support.ts'
import { startLocalnet, type TestNet } from '../support/localnet.ts'

let net: TestNet | undefined
afterEach(() => net?.stop())

test('a wrong variable is configuration_invalid in the envelope, and the answer does not contain its value', async () => {
  net = await startLocalnet({ families: ['vetoken'], variables: { CHAIN_CONFIG: '{"chainId":"no"}' } })
  const response = await fetch(`${net.sockets['vetoken']}/v1/vetoken/user/${net.world.accounts[0]?.address}`)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    success: false,
    error: 'configuration_invalid: a variable of this deployment has an invalid value',
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('a wrong variable of one route leaves the others of its Worker open', async () => {
  net = await startLocalnet({ families: ['account', 'rpc'], variables: { RPC_PROXY_MAX_IN_FLIGHT: '2' } })
  const headers = await sessionOf(net, 'voter')
  const codeOf = async (path: string, body: object) =>
    (await fetch(`${net?.api}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).headers.get(
      'x-error-code',
    )
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
  expect(await codeOf('/rpc', call)).toBe('configuration_invalid')
  expect(await codeOf('/paymaster', { ...call, method: 'pm_getPaymasterData' })).not.toBe('configuration_invalid')
})
