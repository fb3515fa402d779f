import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf } from '../docs/blocks.ts'
import { records } from '../laws/json.ts'
import { root, textOf } from '../laws/sources.ts'
import { type BorrowedNet, startLocalnet } from '../support/localnet.ts'

const run = promisify(execFile)
const folder = path.join(root, 'client')
let directory: string
let files: string[]
let net: BorrowedNet

/** An empty folder with the packed package and its dependencies, without a request to the registry. */
beforeAll(async () => {
  net = await startLocalnet({ families: ['vault', 'vetoken'] })
  directory = await mkdtemp(path.join(tmpdir(), 'packed-'))
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', directory], {
    cwd: folder,
  })
  const [packed]: { filename: string; files: { path: string }[] }[] = JSON.parse(stdout)
  if (!packed) throw new Error('nothing was packed')
  files = packed.files.map((file) => file.path)
  const installed = path.join(directory, 'node_modules/creator-vault')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', path.join(directory, packed.filename), '--strip-components=1', '-C', installed])
  const { dependencies } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), 'viem']) {
    const link = path.join(directory, 'node_modules', name)
    await mkdir(path.dirname(link), { recursive: true })
    await symlink(path.join(root, 'node_modules', name), link)
  }
  await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }')
})
afterAll(async () => {
  await net?.stop()
  await rm(directory, { recursive: true, force: true })
})

const READ = () => `import { createClient, getVetokenUser } from 'creator-vault'
const client = createClient({ network: { chainId: 31337, baseUrl: '${net.api}' } })
const { lock, asOf } = await getVetokenUser(client, { address: '${net.world.accounts.find(({ role }) => role === 'voter')?.address}' })
console.log(asOf.chainId, BigInt(lock.amount) > 0n)\n`

const CODES = `import { createClient, base, getVetokenUser, isApiError, listExploreVaults, pagesOf } from 'creator-vault'
const client = createClient({ network: base })
try {
  for await (const { items } of pagesOf(client, listExploreVaults, { limit: 2 })) items satisfies object[]
} catch (error) {
  if (isApiError(error, getVetokenUser)) {
    if (error.code === 'behind_requested_block') throw error
    const isOfAnother: 'image_not_found' extends typeof error.code ? true : false = false
    console.log(isOfAnother)
  }
}\n`

describe('the packed package', () => {
  test('has its modules, their types, its page and its licence, and nothing else', () => {
    expect(files.filter((file) => !/^dist\/.+\.(js|d\.ts)$/.test(file)).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    const { exports } = JSON.parse(textOf('client/package.json'))
    const named = Object.values(exports).flatMap((entry) => Object.values(records(entry)).map(String))
    expect(named.filter((file) => !files.includes(file.replace('./', '')))).toEqual([])
    expect(named.length).toBeGreaterThanOrEqual(10)
  })

  test.each([
    ['bundler', 'esnext'],
    ['nodenext', 'nodenext'],
  ])('compiles in a strict program, its own types too (%s)', async (moduleResolution, module) => {
    await writeFile(path.join(directory, 'read.ts'), READ())
    const lib = ['--target', 'es2023', '--lib', 'es2023,dom,dom.iterable', '--types', '']
    const strict = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', ...lib]
    const modules = ['--module', module, '--moduleResolution', moduleResolution]
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    await expect(
      run(process.execPath, [tsc, ...strict, ...modules, '--skipLibCheck', 'false', 'read.ts'], { cwd: directory }),
    ).resolves.toMatchObject({ stdout: '' })
    await writeFile(
      path.join(directory, 'send.ts'),
      "import { creatorVaultActions } from 'creator-vault/viem'\nexport const actions = creatorVaultActions()\n",
    )
    await expect(
      run(process.execPath, [tsc, ...strict, ...modules, '--skipLibCheck', 'send.ts'], { cwd: directory }),
    ).resolves.toMatchObject({ stdout: '' })
  })

  test('narrows codes in a program with the option strict alone', async () => {
    await writeFile(path.join(directory, 'codes.ts'), CODES)
    const modules = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', '']
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    await expect(
      run(process.execPath, [tsc, '--strict', '--noEmit', ...modules, 'codes.ts'], { cwd: directory }),
    ).resolves.toMatchObject({ stdout: '' })
  })

  test('has a page whose program reads', async () => {
    const [program = ''] = blocksOf('client/README.md', 'js')
    const network = `{ chainId: ${net.world.chainId}, baseUrl: '${net.api}' }`
    await writeFile(path.join(directory, 'page.mjs'), program.replace('network: base', `network: ${network}`))
    const { stdout } = await run(process.execPath, ['page.mjs'], { cwd: directory })
    expect(stdout).toContain(net.world.contracts.shareToken)
  })

  test('runs on each Node of this machine', async () => {
    await writeFile(path.join(directory, 'read.mjs'), READ())
    for (const node of await nodes())
      expect((await run(node, ['read.mjs'], { cwd: directory })).stdout).toBe('31337 true\n')
  })
})

/** The Node that runs this, and those in the path. */
async function nodes(): Promise<string[]> {
  const { stdout } = await run('which', ['-a', 'node']).catch(() => ({ stdout: '' }))
  return [...new Set([process.execPath, ...stdout.split('\n').filter((line) => line !== '')])]
}
