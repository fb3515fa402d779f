import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findDocuments } from '../../localnet/findDocuments.ts'
import { localDeployment } from '../../platform/deployments.ts'

const world = localDeployment()
const contracts = Object.fromEntries(
  Object.entries(world.contracts).map(([role, address]): [string, `0x${string}`] => [role, `0x${address.slice(2)}`]),
)

test('the local world has the documents of the build, and another chain its own', { timeout: 240_000 }, async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'documents-'))
  const folder = path.join(directory, 'documents')
  expect(await findDocuments({ chainId: world.chainId, contracts }, folder)).toBeUndefined()
  expect(await findDocuments({ chainId: 4242, contracts }, folder)).toBe(folder)
  const text = await readFile(path.join(folder, 'api/v1/spec/vault.json'), 'utf8')
  expect(text).toContain('"chainId":4242')
  expect(text).not.toContain(String(world.chainId))
  await rm(directory, { recursive: true })
})
