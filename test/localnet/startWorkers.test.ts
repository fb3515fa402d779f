import { afterEach, expect, test, vi } from 'vitest'
import { startLocalnet, type TestNet } from '../support/localnet.ts'

let net: TestNet | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  await net?.stop()
})

test('a stack in the log of a Worker names files and lines of our own', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  net = await startLocalnet({ families: ['vetoken'], inWorkerd: true, variables: { CHAIN_CONFIG: '{"chainId":"no"}' } })
  const id = 'stack-of-a-failure'
  const url = `${net.sockets['vetoken']}/v1/vetoken/user/${net.world.contracts.veToken}`
  expect((await fetch(url, { headers: { 'x-request-id': id } })).status).toBe(500)
  const lines = () => logged.mock.calls.flat().join('\n')
  await expect.poll(lines).toContain(id)
  expect(lines()).toMatch(
    /CHAIN_CONFIG: .*chainId .*\(shared\/env\/readEnv\.ts:\d+:\d+\).*\(shared\/http\/createServe\.ts:\d+:\d+\)/,
  )
  expect(lines()).not.toContain('vetoken/index.js:')
})
