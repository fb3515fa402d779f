import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const start = path.resolve(import.meta.dirname, '../../localnet/start.ts')

test.each([
  [{ PORT: 'abc' }, 'PORT: must be a port number from 1 to 65535\n'],
  [{ PORT: '65536' }, 'PORT: must be a port number from 1 to 65535\n'],
  [{ LOCALNET_RPC_PORT: 'abc' }, 'LOCALNET_RPC_PORT: must be a port number from 1 to 65535\n'],
])('a start with %j ends with one line that says what is wrong', (variables, line) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [start], {
    encoding: 'utf8',
    env: { ...process.env, ...variables },
    timeout: 120_000,
  })
  expect([status, stdout, stderr]).toEqual([1, '', line])
})
