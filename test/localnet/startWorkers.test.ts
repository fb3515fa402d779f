import { readdirSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { killRuntimes, readUnlessGone, runtimes } from '../support/killRuntimes.ts'
import { startLocalnet, type BorrowedNet } from '../support/localnet.ts'

let net: BorrowedNet | undefined
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await net?.stop()
})

test('a stack in the log of a Worker names files and lines of our own', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  net = await startLocalnet({ families: ['vetoken'], inWorkerd: true, variables: { CHAIN_CONFIG: '{"chainId":"no"}' } })
  // The job reads a wrong variable.
  await net.runSchedule('core').catch(() => undefined)
  const lines = () => logged.mock.calls.flat().join('\n')
  await expect.poll(lines).toContain('schedule_failed')
  expect(lines()).toMatch(/schedule_failed.*shared\/env\/readEnv\.ts:\d+:\d+.*shared\/http\/schedule\.ts:\d+:\d+/)
  expect(lines()).not.toContain('core/index.js:')
})

test('a runtime that is killed again and again, and started again, leaves no process behind', async () => {
  const id = randomUUID()
  vi.stubEnv('STARTED_BY', id)
  const others = await runtimes()
  net = await startLocalnet({ families: ['vetoken'], inWorkerd: true })
  const answers = async () => (await fetch(net?.sockets['vetoken'] ?? '').catch(() => undefined))?.status === 404
  for (let kill = 0; kill < 3; kill++) {
    await vi.waitUntil(answers, { timeout: 45_000 })
    await killRuntimes(others)
  }
  await vi.waitUntil(answers, { timeout: 45_000 })
  const environments = await Promise.all(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readUnlessGone(`/proc/${pid}/environ`)),
  )
  expect(environments.filter((text) => text.split('\0').includes(`STARTED_BY=${id}`))).toHaveLength(1)
})
