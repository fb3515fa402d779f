import { afterEach, expect, test } from 'vitest'
import { startLocalnet, type TestNet } from '../support/localnet.ts'

let net: TestNet | undefined
afterEach(() => net?.stop())

test('a wrong variable is internal_error in the envelope, and the answer does not contain its value', async () => {
  net = await startLocalnet({ families: ['vetoken'], variables: { CHAIN_CONFIG: '{"chainId":"no"}' } })
  const response = await fetch(`${net.sockets['vetoken']}/v1/vetoken/user/${net.world.accounts[0]?.address}`)
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ success: false, error: 'internal_error' })
  expect(response.headers.get('cache-control')).toBe('no-store')
})
