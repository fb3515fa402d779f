import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPublicClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { freePorts, isFree } from '../../localnet/ports.ts'
import { bearer, call, me, signIn } from '../account/support.ts'
import { createRandom } from '../support/random.ts'
import { soak } from '../support/soak.ts'

let directory: string
let port: number
let rpcPort: number
const running = new Set<ChildProcess>()

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'start-'))
  ;[port = 0, rpcPort = 0] = await freePorts(2)
})
afterEach(() => {
  for (const child of running)
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL')
})
afterAll(() => rm(directory, { recursive: true, force: true }))

/** `npm start` in a process group of its own, as a terminal would run it; the tests' set-up has bundled the Workers. */
const npmStart = (args: readonly string[] = [], variables: Record<string, string> = {}) =>
  run(['npm', 'start', '--', '--built', ...args], variables)

function run([command = '', ...args]: readonly string[], variables: Record<string, string>) {
  const child = spawn(command, args, {
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      LOCALNET_RPC_PORT: String(rpcPort),
      LOCALNET_DIR: directory,
      ...variables,
    },
  })
  running.add(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const signal = (name: NodeJS.Signals) => child.pid !== undefined && process.kill(-child.pid, name)
  return { child, signal, text: () => text, ended: once(child, 'close') }
}

interface Manifest {
  api: string
  rpc: string
  chainId: number
  contracts: Record<string, string>
  accounts: { role: string; address: string; privateKey: `0x${string}` }[]
  sockets: Record<string, string>
  limits: Record<string, number>
  secrets: Record<string, string>
}
const manifestFile = () => path.join(directory, 'manifest.json')
async function manifest(of: ReturnType<typeof run>): Promise<Manifest> {
  // The manifest of a killed start stays until the next start removes it.
  const answers = () => of.text().includes('ready: every Worker answers')
  await expect.poll(() => answers() || of.child.exitCode !== null, { timeout: 180_000, interval: 50 }).toBe(true)
  if (!existsSync(manifestFile())) throw new Error(of.text())
  return JSON.parse(await readFile(manifestFile(), 'utf8'))
}

test(
  'npm start serves every Worker, lets a second one serve its chain, goes on after kill -9 of the tree, and ends with Ctrl-C',
  { timeout: soak(480_000, 900_000) },
  async () => {
    const first = npmStart()
    const net = await manifest(first)
    // npm prints its own lines first.
    const [begins] = first
      .text()
      .split('\n')
      .filter((line) => line !== '' && !/^(npm|>) /.test(line))
    expect(begins).toBe(`http://127.0.0.1:${port}/  the local world, starting`)
    expect(first.text()).toContain('chain: new; accounts and sessions')
    expect(first.text().split('ready: every Worker answers\n')[1]?.trim()).toMatch(/^curl http/)
    expect(net).toMatchObject({
      api: `http://127.0.0.1:${port}/api`,
      rpc: `http://127.0.0.1:${rpcPort}`,
      chainId: 31337,
    })
    expect((await fetch(`${net.api}/health`)).status).toBe(200)
    const report = await (await fetch(`${net.api}/v1/agents/identity/verification`)).json()
    expect(report).toMatchObject({
      data: {
        checks: expect.arrayContaining([expect.objectContaining({ id: 'token-uri-matches-canonical', passed: true })]),
      },
    })
    const voter = net.accounts.find((account) => account.role === 'voter')
    if (!voter) throw new Error('no voter')
    expect((await fetch(`${net.api}/v1/vetoken/user/${voter.address}`)).status).toBe(200)

    await Promise.all([
      refusesTheFolder(),
      refusesThePort(),
      ...ENDS.filter((end) => soak(0, 1) === 1 || end === picked).map((end, i) => servesTheSameChain(net, i, end)),
    ])
    expect(JSON.parse(await readFile(manifestFile(), 'utf8'))).toEqual(net)

    const account = privateKeyToAccount(voter.privateKey)
    const tokens = [(await signIn(net.api, account)).token]
    const { token: ended } = await signIn(net.api, account)
    await call(net.api, 'logout', '', bearer(ended))
    await vi.waitUntil(() => existsSync(path.join(directory, 'chain/state.gz')), { timeout: 60_000 })
    const before = await historyOf(net.rpc)
    const kills = [
      ...Array.from({ length: soak(1, 10) }, () => tree),
      ...(soak(0, 1) === 0 ? [] : [starter, npm, worker, node]),
    ]
    let latest = first
    for (const [i, kill] of kills.entries()) {
      process.kill(kill(latest), 'SIGKILL')
      // A start whose node or runtime was killed goes on until somebody ends it.
      if (kill === worker || kill === node) process.kill(starter(latest), 'SIGKILL')
      await latest.ended
      await isGone(latest, port, rpcPort)
      // npm hides the exit code, so that the last goes without it.
      const keep = i % 2 === 0 ? ['--keep'] : []
      latest = i + 1 < kills.length ? npmStart(keep) : run([...DIRECT, '--built', ...keep], {})
      const again = await manifest(latest)
      // A start whose npm is killed ends in order, and leaves nothing.
      if (kill !== npm)
        expect(latest.text()).toContain('cleanup: removed manifest.json of an earlier start that was killed')
      expect(latest.text()).toContain(i % 2 === 0 ? 'chain: continues from the last start' : 'chain: new')
      if (i === 0) await goesOn(again.rpc, before)
      for (const token of tokens) expect(await me(again.api, bearer(token))).toMatchObject({ address: voter.address })
      expect(await call(again.api, 'me', undefined, bearer(ended))).toMatchObject({ status: 401 })
      tokens.push((await signIn(again.api, account)).token)
      await vi.waitUntil(() => existsSync(path.join(directory, 'chain/state.gz')), { timeout: 60_000 })
    }

    latest.signal('SIGINT')
    await latest.ended
    expect(latest.child.exitCode).toBe(0)
    expect(latest.text()).not.toContain('crashed')
    expect(existsSync(manifestFile())).toBe(false)
    await isGone(latest, port, rpcPort)
  },
)

type Run = ReturnType<typeof run>

const clientOf = (rpc: string) => createPublicClient({ transport: http(rpc) })

/** The first blocks of a chain: one of them, a receipt and the logs. */
async function historyOf(rpc: string) {
  const client = clientOf(rpc)
  const block = await client.getBlock({ blockNumber: 200n })
  const [hash = '0x'] = block.transactions
  return {
    block,
    receipt: await client.getTransactionReceipt({ hash }),
    logs: (await client.getLogs({ fromBlock: 0n, toBlock: 300n })).length,
  }
}

/** That a chain is the one that had this history, and that its time is now. */
async function goesOn(rpc: string, before: Awaited<ReturnType<typeof historyOf>>): Promise<void> {
  expect(await historyOf(rpc)).toEqual(before)
  const { timestamp } = await clientOf(rpc).getBlock()
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(120)
}

/** That all that a start has started ended by itself. */
const isGone = ({ child }: Run, ...ports: readonly number[]) =>
  vi.waitFor(
    async () => {
      expect(membersOf(child.pid)).toEqual([])
      expect(await Promise.all(ports.map(isFree))).toEqual(ports.map(() => true))
    },
    { timeout: 45_000 },
  )

/** Processes of a process group that have not ended (proc(5): state is field 3, the group field 5). */
const membersOf = (group: number | undefined): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const [, state, , of] = /\) (\S+) (\S+) (\S+)/.exec(statOf(name)) ?? []
      return state !== undefined && state !== 'Z' && Number(of) === group
    })
    .map(Number)

/** Empty for a process that has gone meanwhile. */
function statOf(name: string): string {
  try {
    return readFileSync(`/proc/${name}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** Targets of a signal: all processes of a start, npm alone, or the one that runs localnet/start.ts, npm's only child. */
const tree = ({ child }: Run): number => -(child.pid ?? 0)
const npm = ({ child }: Run): number => child.pid ?? 0
const starter = ({ child }: Run): number => {
  const of = childrenOf(child.pid ?? 0)
  expect(of).toHaveLength(1)
  return of[0] ?? 0
}
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .flatMap((of) => (of === '' ? [] : [Number(of)]))

/** A process that a starter has started, by its name. */
const startedBy = (started: Run, name: string): number =>
  childrenOf(starter(started)).find((pid) => statOf(String(pid)).includes(`(${name})`)) ?? 0
const worker = (started: Run): number => startedBy(started, 'workerd')
const node = (started: Run): number => startedBy(started, 'anvil')

test('wrong input is reported before the folder or a port is checked', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const PORT = String(typeof address === 'object' && address ? address.port : 0)
  const untouched = path.join(directory, 'untouched')
  const inputs = [
    {
      args: ['--rpc', 'http://127.0.0.1:1', '--config', 'nowhere.json'],
      message: 'nowhere.json: the file does not exist',
    },
    { args: ['--help'], message: 'usage: npm start', code: 0 },
    { args: [], variables: { TRUSTED_ORIGINS: 'https://*' }, message: 'TRUSTED_ORIGINS: must not contain a *' },
  ]
  const runs = inputs.map(async ({ args, variables, message, code = 1 }) => {
    const { child, ended, text } = run(['node', 'localnet/start.ts', ...args], {
      PORT,
      LOCALNET_DIR: untouched,
      ...variables,
    })
    await ended
    expect(text()).toContain(message)
    expect(child.exitCode).toBe(code)
  })
  await Promise.all(runs)
  expect(existsSync(untouched)).toBe(false)
  taken.close()
})

async function refusesTheFolder(): Promise<void> {
  const { ended, child, text } = npmStart()
  await ended
  expect(child.exitCode).toBe(1)
  expect(text()).toContain(`${directory} is in use by http://127.0.0.1:${port} (process `)
  expect(text()).toContain('set LOCALNET_DIR to another directory')
}

async function refusesThePort(): Promise<void> {
  const other = `${directory}-refused`
  const { ended, text } = npmStart([], { LOCALNET_DIR: other })
  await ended
  expect(text()).toContain(`port ${port} is taken`)
  await rm(other, { recursive: true, force: true })
}

const DIRECT = ['node', 'localnet/start.ts']

/** How a start on another's chain may end: in the short form by the one that the seed picks. */
const ENDS = [
  { by: DIRECT, signal: 'SIGINT', to: tree, code: 0 },
  { by: ['npm', 'start', '--'], signal: 'SIGKILL', to: starter },
  { by: ['npm', 'start', '--'], signal: 'SIGKILL', to: npm },
] as const
const picked = ENDS[createRandom('end of a start').below(ENDS.length)]

/** Serves a chain by the manifest of the localnet that runs it, until it is ended in some way, and leaves nothing behind. */
async function servesTheSameChain({ rpc, contracts }: Manifest, i: number, end: (typeof ENDS)[number]): Promise<void> {
  const [otherPort = 0] = await freePorts(1)
  const other = `${directory}-other-${i}`
  const started = run([...end.by, '--built', '--rpc', rpc, '--config', manifestFile()], {
    PORT: String(otherPort),
    LOCALNET_DIR: other,
  })
  await vi.waitUntil(() => existsSync(path.join(other, 'manifest.json')) || started.child.exitCode !== null, {
    timeout: 180_000,
    interval: 50,
  })
  const answer = await fetch(`http://127.0.0.1:${otherPort}/api/v1/token/${contracts['shareToken']}/metadata`)
  expect(answer.status, started.text()).toBe(200)
  process.kill(end.to(started), end.signal)
  await started.ended
  if ('code' in end) expect(started.child.exitCode).toBe(end.code)
  await isGone(started, otherPort)
  await rm(other, { recursive: true, force: true })
}
