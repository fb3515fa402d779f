import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { bundleOf } from '../../scripts/build.ts'
import { BINDINGS } from '../../scripts/workers.ts'

it('the build Worker has no way to send a transaction, and no key', async () => {
  const source = await readFile(bundleOf('build'), 'utf8')
  expect(source).toContain('eth_simulateV1')
  expect(source).not.toMatch(/eth_send/i)
  expect(source).not.toMatch(/wallet_send(?!Calls)/i)
  expect(BINDINGS.build.secrets.filter((name) => /KEY|MNEMONIC/.test(name))).toEqual([])
})
