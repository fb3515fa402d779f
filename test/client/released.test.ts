import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../schema/operation.ts'
import { chainTime, untilMidweek } from '../build/support.ts'
import { exampleOf } from '../laws/exampleCalls.ts'
import { operations, signsIn, startLive } from '../laws/live.ts'
import { root } from '../laws/sources.ts'
import { useNet } from '../support/useNet.ts'

const run = promisify(execFile)
const releases = path.join(root, 'releases')
const live = useNet(() => startLive({ budgets: {} }))
let directory: string
/** Results of a caller's program with the client package of the newest release. */
let printed: Printed

interface Printed {
  readonly reads: Readonly<Record<string, string>>
  readonly notFound: object
  readonly invalid: object
  readonly unauthenticated: object
  readonly notSent: string
  readonly sent: { readonly hashes: readonly string[]; readonly amount: string; readonly isFresh: boolean }
  readonly me: string
}

const isPublic = (operation: Operation) => operation['x-auth'] === undefined && !signsIn(operation)

const PROGRAM = `import * as api from 'creator-vault'
import { creatorVaultActions } from 'creator-vault/viem'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'

const { network, rpc, key, calls, durationSec } = JSON.parse(process.env.GIVEN)
const client = api.createClient({ network })
const refused = (work) => work.then(() => ({}), ({ code, status, retryable, fields }) => ({ code, status, retryable, fields }))

const reads = {}
for (const [id, parameters] of calls)
  // The others are newer than the package.
  if (id in api) reads[id] = await api[id](client, parameters).then(({ asOf }) => typeof (asOf ?? {}), (error) => String(error))

const notFound = await refused(api.getVaultReport(client, { address: '0x000000000000000000000000000000000000dEaD' }))
const invalid = await refused(api.getVetokenUser(client, { address: '0x12' }))
const unauthenticated = await refused(api.buildVetokenLock(client, { amount: '1', durationSec }))

const account = privateKeyToAccount(key)
const wallet = createWalletClient({ account, chain: foundry, transport: http(rpc), pollingInterval: 50 })
  .extend(creatorVaultActions({ client }))
await wallet.signIn()
const { address: me } = await api.getAuthMe(client)
const notSent = await wallet.lock({ amountDecimal: '1000000000000', durationSec }).catch((error) => error.name)
const { hashes, blockNumber } = await wallet.lock({ amountDecimal: '1000', durationSec })
const { lock, asOf } = await wallet.getVetokenUser({ address: account.address })
const sent = { hashes, amount: lock.amount, isFresh: BigInt(asOf.blockNumber) >= blockNumber }
console.log(JSON.stringify({ reads, notFound, invalid, unauthenticated, notSent, sent, me }))
`

beforeAll(async () => {
  const versions = (await readdir(releases)).filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  const [newest = ''] = versions.toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  const packed = (await readdir(path.join(releases, newest))).find((name) => name.endsWith('.tgz')) ?? ''
  directory = await mkdtemp(path.join(tmpdir(), 'released-'))
  const installed = path.join(directory, 'node_modules/creator-vault')
  await mkdir(installed, { recursive: true })
  await run('tar', ['-xzf', path.join(releases, newest, packed), '--strip-components=1', '-C', installed])
  const { dependencies } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'))
  for (const name of [...Object.keys(dependencies), 'viem']) {
    const link = path.join(directory, 'node_modules', name)
    await mkdir(path.dirname(link), { recursive: true })
    await symlink(path.join(root, 'node_modules', name), link)
  }
  await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(directory, 'program.mjs'), PROGRAM)
  await live.runSchedule('core')
  const calls = []
  for (const { id, operation } of operations)
    if (operation.method === 'get' && operation['x-answer'] === 'envelope' && isPublic(operation)) {
      const { params, query } = await exampleOf(id)(live)
      calls.push([id, { ...params, ...query }])
    }
  const GIVEN = JSON.stringify({
    network: { chainId: live.world.chainId, baseUrl: live.api },
    rpc: live.rpcUrl,
    key: live.world.accounts.find(({ role }) => role === 'bidder')?.privateKey,
    calls,
    durationSec: Number(untilMidweek(await chainTime(live), 31_536_000n)),
  })
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: directory, env: { ...process.env, GIVEN } })
  printed = JSON.parse(stdout)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

describe('the client package of the newest release', () => {
  test('reads every family', () => {
    const failed = Object.entries(printed.reads).filter(([, outcome]) => outcome !== 'object')
    expect(failed).toEqual([])
    expect(Object.keys(printed.reads).length).toBeGreaterThan(30)
  })

  test('signs in, builds, sends, and reads what it did as of that block', () => {
    const bidder = live.world.accounts.find(({ role }) => role === 'bidder')?.address
    expect(printed.me).toBe(bidder)
    expect(printed.sent).toEqual({
      hashes: [expect.any(String), expect.any(String)],
      amount: String(10n ** 21n),
      isFresh: true,
    })
  })

  test('sends nothing that would fail', () => expect(printed.notSent).toBe('NotSentError'))

  test('knows each error by its code', () => {
    expect(printed.notFound).toMatchObject({ status: 404, retryable: false })
    expect(printed.invalid).toMatchObject({
      code: 'invalid_request',
      status: 400,
      fields: [{ pointer: '#/path/address' }],
    })
    expect(printed.unauthenticated).toMatchObject({ code: 'unauthenticated', status: 401 })
  })
})
