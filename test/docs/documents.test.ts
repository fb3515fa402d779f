import { familyNames } from '../../platform/workers.ts'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createClient, http, zeroAddress } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Policy } from '../../shared/domain/sponsorship/policy.ts'
import { readChainFile, readOptions } from '../../localnet/options.ts'
import { startServices } from '../../localnet/startServices.ts'
import { DENIALS } from '../../schema/rpc/paymasterDenials.ts'
import { filesUnder, root, textOf } from '../laws/sources.ts'
import { startLocalnet, type BorrowedNet } from '../support/localnet.ts'
import { needs, pythonWith } from '../support/machine.ts'
import { soak } from '../support/soak.ts'
import { REDOCLY, workflowsIn } from '../workflows/respect.ts'
import { blocksIn, blocksOf } from './blocks.ts'
import { installClient } from './installClient.ts'
import { type Folder, openFolder } from './openFolder.ts'
import { Programs } from './Programs.ts'
import { Reader } from './Reader.ts'
import { linesOf, shell } from './shell.ts'

/** The project, as README's reader has it: the manifest is where its programs look for it. */
let clone: string
/** An empty folder, as a reader of the host has it. */
let folder: Folder
let readers: Readonly<Record<'clone' | 'folder', Reader>>
let services: Awaited<ReturnType<typeof startServices>>
let net: BorrowedNet
const programs = new Programs()

beforeAll(async () => {
  await mkdir(path.join(root, '.cache'), { recursive: true })
  clone = await mkdtemp(path.join(root, '.cache/documents-'))
  await symlink(path.join(root, 'examples'), path.join(clone, 'examples'))
  folder = await openFolder()
  readers = { clone: new Reader(clone), folder: new Reader(folder.directory) }
  services = await startServices()
  net = await startLocalnet({
    families: familyNames(),
    variables: services.variables,
  })
  services.chatapp.serveAt(net.host)
  services.web.serveAgents(net.world)
  services.facilitator.serveChain({ rpcUrl: net.rpcUrl, chainId: net.world.chainId })
  services.paymaster.serveChain({ rpcUrl: net.rpcUrl, ...net.world })
  await mkdir(path.join(clone, '.localnet'))
  const { api, host, rpcUrl: rpc, secrets, world } = net
  const { chainId, contracts, accounts } = world
  const manifest = { api, host, rpc, chainId, contracts, accounts, secrets, services: services.urls }
  services.wallet.serveWorld(manifest)
  await writeFile(path.join(clone, '.localnet/manifest.json'), JSON.stringify(manifest))
  await installClient(clone, here)
  programs.texts.set('README.md', here(textOf('README.md')))
  for (const file of filesUnder('docs', '.md')) {
    const served = await fetch(`${host}/docs/guides/${path.basename(file)}`)
    programs.texts.set(file, await served.text())
  }
  // Without a registry: viem is found as a package above the folder.
  await folder.install(script('docs/client.md').replace(' viem@2', ''))
})
afterAll(async () => {
  await Promise.all(Object.values(readers ?? {}).map((reader) => reader.close()))
  await net?.stop()
  await services?.stop()
  await folder?.remove()
  await rm(clone, { recursive: true, force: true })
})

/** A block of README with the ports of this world in place of those that `npm start` has. */
const here = (block: string): string =>
  block.replaceAll('http://127.0.0.1:8787', net.host).replaceAll('http://127.0.0.1:8545', net.rpcUrl)

/** A program for a shell. */
const script = (file: string, index = 0): string => programs.take(file, 'sh', index)

const isOfClone = (file: string): boolean => file === 'README.md'

/** Saves a program where its page says. Returns the name of its file. */
async function saved(name: string, file: string, language: 'js' | 'ts' = 'js', index = 0): Promise<string> {
  const directory = isOfClone(file) ? clone : folder.directory
  await writeFile(path.join(directory, name), programs.take(file, language, index))
  return name
}

/** Lines of a program, without comments and empty ones. */
const lengthOf = (program: string): number => program.match(/^(?! *\/\/)(?=.)/gm)?.length ?? 0

/** Output of a program of a page. */
const outputOf = async (...[name, file, ...rest]: Parameters<typeof saved>): Promise<string> =>
  readers[isOfClone(file) ? 'clone' : 'folder'].run(await saved(name, file, ...rest))

describe('README', () => {
  test('is read in two minutes', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(130)
  })

  test('the first read answers', async () => {
    expect(linesOf(await shell(script('README.md', 1), clone))).toEqual([
      { success: true, data: expect.objectContaining({ hasActiveLock: true, chainId: 31337 }) },
    ])
  })

  test('five lines read a report', async () => {
    expect(lengthOf(programs.take('README.md', 'js'))).toBeLessThanOrEqual(5)
    expect(await outputOf('report.mjs', 'README.md')).toContain(`vault: '${net.world.contracts.vault}'`)
  })

  test('fifteen lines lock', async () => {
    expect(lengthOf(programs.take('README.md', 'js', 1))).toBeLessThanOrEqual(15)
    await saved('lock.mjs', 'README.md', 'js', 1)
    const printed = await shell('node lock.mjs', clone)
    expect(printed).toContain('Lock 1000 ■AURORA')
    expect(printed).toContain("status: 'ok'")
    expect(printed).toContain("amount: '1000000000000000000000'")
  })

  test('a second run sends nothing, and says why', async () => {
    const bidder = net.world.accounts.find(({ role }) => role === 'bidder')?.address ?? zeroAddress
    const sent = () => getTransactionCount(createClient({ transport: http(net.rpcUrl) }), { address: bidder })
    const before = await sent()
    await expect(shell('node lock.mjs', clone)).rejects.toThrow(
      /\nNot sent: already_locked: the sender has a lock of 1000 ■AURORA [^\n]*\n$/,
    )
    expect(await sent()).toBe(before)
  })
})

describe('README, a review', () => {
  test('is paid for', async () => {
    expect(await outputOf('review.mjs', 'README.md', 'js', 2)).toMatch(
      /^Strong 1 0x[0-9a-f]{64} Give agent 1 feedback of 80 /m,
    )
  })
})

describe('docs/mcp.md', () => {
  test('a client that knows the URL reads, signs in and builds', async () => {
    expect(await outputOf('mcp.mjs', 'docs/mcp.md')).toMatch(/^epoch \d+\nAdd 1 ■AURORA .+\n\[\n {2}\{\n {4}to: '0x/)
  })
})

describe('docs/a2a.md', () => {
  test('a client that knows the host reads, signs in and builds', async () => {
    expect(await outputOf('a2a.mjs', 'docs/a2a.md')).toMatch(/^epoch \d+\nAdd 1 ■AURORA .+\n\[\n {2}\{\n {4}to: '0x/)
  })
})

describe('docs/workspace.md', () => {
  test('the owner grants a role, and its holder does what the role allows', async () => {
    expect(await outputOf('workspace.mjs', 'docs/workspace.md')).toContain('OWNER\nsaved\nforbidden')
  })
})

describe('docs/reputation.md', () => {
  test('feedback is given, and read back', async () => {
    const printed = await outputOf('rate.mjs', 'docs/reputation.md')
    expect(printed).toMatch(/agent 1.* \[\]/)
    expect(printed).toContain('rated 4.5 by 1 client: Good')
  })
})

describe('docs/token-list.md', () => {
  test('a share token is put on the list, and read back', async () => {
    const { shareToken } = net.world.contracts
    expect(linesOf(await shell(script('docs/token-list.md'), folder.directory))).toMatchObject([
      { data: { ok: true, token: { address: shareToken } } },
    ])
    expect(linesOf(await shell(script('docs/token-list.md', 1), folder.directory))).toMatchObject([
      { tokens: [{ address: shareToken }] },
    ])
  })
})

describe('docs/agents.md', () => {
  test('the client signs in, builds and writes', async () => {
    const printed = await outputOf('agent.mjs', 'docs/agents.md')
    expect(printed).toContain('Lock 1 ■AURORA')
    expect(printed).toMatch(/^published (true|false)$/m)
  })
})

test('docs/rpc-proxy.md: a client library reads through the proxy', async () => {
  expect(await outputOf('proxy.mjs', 'docs/rpc-proxy.md')).toBe('18 31337\n')
})

test('docs/assistant.md: the client prints an answer with what was read', async () => {
  const printed = await outputOf('ask.mjs', 'docs/assistant.md')
  expect(printed).toMatch(/^local-model, block \d+$/m)
  expect(printed).toContain('getGaugeEpoch: /v1/gauge/epoch')
  expect(printed).toMatch(/"currentEpoch":\d+/)
  expect(printed).toContain('(complete)')
})

describe('docs/client.md', () => {
  const page = textOf('docs/client.md')

  test.each([
    ['read', 0],
    ['sign-in', 1],
    ['send', 2],
  ])('%s.mjs prints what is printed', async (name, index) => {
    expect(page).toContain(`\n\`\`\`\n${await outputOf(`${name}.mjs`, 'docs/client.md', 'js', index)}\`\`\`\n`)
  })

  test('errors.mts says what to change', async () => {
    expect(page).toContain(`\n\`\`\`\n${await outputOf('errors.mts', 'docs/client.md', 'ts')}\`\`\`\n`)
  })
})

describe('docs/quickstart-python.md', () => {
  const page = textOf('docs/quickstart-python.md')
  const [plain, signing] = [pythonWith(), pythonWith('ecdsa', 'Cryptodome')]
  // Both are known, whether or not this machine can run them.
  const program = (index: number) => programs.take('docs/quickstart-python.md', 'python', index)

  test('read.py prints what is printed', needs('Python 3', plain), async () => {
    await writeFile(path.join(folder.directory, 'read.py'), program(0))
    expect(page).toContain(`\n\`\`\`\n${await shell(`${plain} read.py`, folder.directory)}\`\`\`\n`)
  })

  test('build.py signs in and builds', needs('Python 3 with ecdsa and Cryptodome', signing), async () => {
    await writeFile(path.join(folder.directory, 'build.py'), program(1))
    const printed = await shell(`${signing} build.py`, folder.directory)
    expect(printed).toMatch(/^Add 10 ■AURORA .*\n\[\] ok\n0x\w{40} 0x1c5a0914 0x0\n$/)
  })
})

test('docs/errors.md: an error comes as problem details', async () => {
  const [answer] = linesOf(await shell(script('docs/errors.md'), folder.directory))
  expect(answer).toMatchObject({ code: 'invalid_request', fields: [{ pointer: '#/path/address' }] })
})

test('docs/documents.md: one operation has a document, and an answer has the fields that are selected', async () => {
  const [answer] = linesOf(await shell(script('docs/documents.md'), folder.directory))
  expect(answer).toMatchObject({ openapi: '3.0.3', paths: { '/v1/vault/{address}/report': {} } })
  const [selected] = linesOf(await shell(script('docs/documents.md', 1), folder.directory))
  const text = expect.any(String)
  expect(selected).toEqual({
    success: true,
    data: { asOf: expect.any(Object), votingPower: text, lock: { end: text } },
  })
})

test('docs/batch.md: reads of a batch, and reads of one tick, are as of one block', async () => {
  const printed = await outputOf('batch.mjs', 'docs/batch.md')
  expect(textOf('docs/batch.md')).toContain(`\n\`\`\`\n${printed}\`\`\`\n`)
})

test('docs/compatibility.md: the releases are a feed', async () => {
  const [feed] = linesOf(await shell(script('docs/compatibility.md'), folder.directory))
  expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', language: 'en' })
})

test('docs/discovery.md: the front page has three forms and names the rest', async () => {
  const printed = await shell(script('docs/discovery.md'), folder.directory)
  expect(printed).toMatch(
    /^# Creator Vault Agent API\n[^]*\{"name":"Creator Vault Agent API",[^]*\nlink: <\/\.well-known\/api-catalog>/i,
  )
})

describe('docs/status.md', () => {
  test('the state, a condition and a trace answer', async () => {
    const [state] = linesOf(await shell(script('docs/status.md'), folder.directory))
    expect(state).toMatchObject({ success: true, data: { status: expect.any(String) } })
    expect(await shell(script('docs/status.md', 1), folder.directory)).toBe('200\n')
    const [epoch] = linesOf(await shell(script('docs/status.md', 2), folder.directory))
    expect(epoch).toMatchObject({ data: { currentEpoch: expect.any(Number) } })
  })
})

test('docs/intelligence.md: the request answers with a summary and the status of each source', async () => {
  expect(linesOf(await shell(script('docs/intelligence.md'), folder.directory))).toMatchObject([
    { data: { summary: { target: expect.stringMatching(/^0x/) }, graph: { sources: { keys: 'ok' } } } },
  ])
})

test('docs/runtime.md: every request succeeds, and the signature is checked', async () => {
  const requests = script('docs/runtime.md')
  const answers = linesOf(await shell(requests, folder.directory))
  expect(answers).toMatchObject([
    { success: true, data: { inserted: true } },
    { success: true, data: { count: 1 } },
    { success: true, data: { status: 'enqueued' } },
    { success: true, data: { accepted: true } },
  ])
  const forged = requests.replace('$(secret CRE_RUNTIME_SIGNING_SECRET)', 'x'.repeat(40))
  expect(linesOf(await shell(forged, folder.directory))[0]).toMatchObject({ success: false })
})

describe('docs/chatapp.md', () => {
  test('the script links, and prints what is printed', async () => {
    expect(textOf('docs/chatapp.md')).toContain(await outputOf('link.mjs', 'docs/chatapp.md'))
  })

  test('the statement marks every link', async () => {
    const db = await net.database()
    const count = (where: string) => db.prepare(`SELECT count(*) n FROM chatapp_user_links ${where}`).first('n')
    await expect.poll(() => count('')).toBe(1)
    await db.prepare(blocksOf('docs/chatapp.md', 'sql')[0] ?? '').run()
    expect(await count('WHERE stale = 1')).toBe(1)
  })
})

describe('docs/accounts.md', () => {
  test('the script links, joins and unlinks, and prints what is printed', async () => {
    expect(textOf('docs/accounts.md')).toContain(await outputOf('accounts.mjs', 'docs/accounts.md'))
  })
})

test('docs/resolve.md: a symbol leads to its coin', async () => {
  const [answer] = linesOf(await shell(script('docs/resolve.md'), folder.directory))
  expect(answer).toMatchObject({ data: { query: 'AURORA', unread: [] } })
  expect(answer).toHaveProperty('data.candidates.0.address', net.world.contracts.creatorCoin)
})

describe('docs/rooms.md', () => {
  test('the script enters a room, and prints what is printed', async () => {
    expect(textOf('docs/rooms.md')).toContain(await outputOf('rooms.mjs', 'docs/rooms.md'))
  })

  test('the statement revokes the tokens of the room', async () => {
    const db = await net.database()
    const live = () => db.prepare('SELECT count(*) n FROM room_tokens WHERE revoked_at IS NULL').first('n')
    expect(await live()).toBe(1)
    await db.prepare(blocksOf('docs/rooms.md', 'sql')[0] ?? '').run()
    expect(await live()).toBe(0)
  })
})

test.each(['handoff', 'idempotency', 'swaps', 'wallets', 'portfolio', 'coin-trend', 'context', 'building'])(
  'docs/%s.md: the script runs, and prints what is printed',
  async (name) => {
    const file = `docs/${name}.md`
    expect(textOf(file)).toContain(`\n\`\`\`\n${await outputOf(`${name}.mjs`, file)}\`\`\`\n`)
  },
)

test.each([
  ['docs/keepers.md', 'keeper.mjs'],
  ['docs/deploying-vaults.md', 'deploy.mjs'],
])('the program of %s says what the page says', async (page, file) => {
  expect(textOf(page)).toContain(await outputOf(file, page))
})

describe('docs/messages.md', () => {
  test('the script writes to the agent, and prints what is printed', async () => {
    expect(textOf('docs/messages.md')).toContain(await outputOf('message.mjs', 'docs/messages.md'))
  })
})

describe('docs/workflows.md', () => {
  test('the commands sign in and build a lock', { timeout: 360_000 }, async () => {
    await saved('inputs.mjs', 'docs/workflows.md')
    // npx takes a directory with packages for the project.
    const commands = script('docs/workflows.md').replace('npx redocly', `node ${REDOCLY}`)
    await shell(`export REDOCLY_SUPPRESS_UPDATE_NOTICE=true\n${commands}`, folder.directory)
    const [lock] = workflowsIn(await readFile(path.join(folder.directory, 'lock.json'), 'utf8'))
    expect(lock?.executedSteps.at(-1)?.response.body).toMatchObject({
      function: 'lock(address,uint256,uint256)',
      simulation: { status: 'ok' },
    })
  })
})

describe('docs/base.md', () => {
  test('the commands are commands, and the file a configuration', async () => {
    const commands = blocksOf('docs/base.md', 'sh').flatMap((block) => block.trim().split('\n'))
    for (const command of commands) {
      const [, args = ''] = /^npm start -- (.*)$/.exec(command) ?? []
      expect(readOptions(args.split(' ')).other).toBeDefined()
    }
    const file = path.join(folder.directory, 'chain.json')
    await writeFile(file, blocksOf('docs/base.md', 'json')[0] ?? '')
    expect((await readChainFile(file)).config).toMatchObject({ chainId: 1, blockTimeMs: 12_000 })
  })
})

describe('docs/operating.md', () => {
  test('health answers', async () => {
    const [answer] = linesOf(await shell(script('docs/operating.md'), folder.directory))
    expect(answer).toMatchObject({ data: { chain: expect.objectContaining({ blockNumber: expect.anything() }) } })
  })

  test('an administrator decides who may create, and who is let in', async () => {
    await saved('sign-in.mjs', 'docs/operating.md')
    const [creators, waitlist] = [script('docs/operating.md', 2), script('docs/operating.md', 3)]
    const printed = linesOf(await shell(`${creators}\n${waitlist}`, folder.directory))
    expect(printed).toMatchObject([
      { data: { count: 1, requests: [{ status: 'pending' }] } },
      { data: { approved: true } },
      { data: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' } },
      { data: { allowlist: [{ address: '0x5FbDB2315678afecb367f032d93F642f64180aa3' }] } },
      { data: { revoked: true } },
      { data: { count: 1, entries: [{ status: 'pending' }] } },
      { data: { status: 'denied' } },
      { data: { status: 'approved' } },
      { data: { deleted: true } },
    ])
  })

  test('the statement marks every ledger', async () => {
    const db = await net.database()
    await db.prepare(blocksOf('docs/operating.md', 'sql')[0] ?? '').run()
    const [marked, profiles] = await Promise.all(
      ['amoe_ledgers WHERE stale = 1', 'profiles'].map((of) => db.prepare(`SELECT count(*) n FROM ${of}`).first('n')),
    )
    expect(marked).toBe(profiles)
    expect(profiles).not.toBe(0)
  })
})

describe('docs/paymaster.md', () => {
  test('says of every denial what it means, and the defaults of the policy', () => {
    const rows = Object.entries(DENIALS).map(([code, text]) => `| \`${code}\` | ${text} |`)
    expect(rows.filter((row) => !textOf('docs/paymaster.md').includes(row))).toEqual([])
    expect(Policy.parse(JSON.parse(blocksOf('docs/paymaster.md', 'json')[0] ?? ''))).toEqual(Policy.parse({}))
  })
})

const commands = filesUnder('docs', '.md')
  .flatMap((file) => blocksOf(file, 'sh'))
  .flatMap((block) => block.split('\n'))
  .filter((line) => line.startsWith('npx wrangler '))

describe('commands of wrangler', () => {
  test('name files, Workers and databases that there are', () => {
    const configurations = filesUnder('functions', 'wrangler.toml')
    const all = configurations.map(textOf).join('\n')
    expect(commands.length).toBeGreaterThan(5)
    for (const command of commands) {
      for (const [, file] of command.matchAll(/-c (\S+)/g)) expect(configurations).toContain(file)
      for (const [, name] of command.matchAll(/ (creator-vault\S+)/g)) expect(all).toContain(`"${name}"`)
    }
  })
})

test('every file that a document links to is there', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', ...filesUnder('docs', '.md')]
  const broken = documents.flatMap((file) =>
    [...textOf(file).matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)]
      .map(([, target = '']) => path.join(path.dirname(file), target))
      .filter((target) => !existsSync(path.join(root, target)))
      .map((target) => `${file} -> ${target}`),
  )
  expect(broken).toEqual([])
})

// Programs that wait, for a receipt, a schedule or another program, run side by side.
describe.concurrent('meanwhile', { timeout: 180_000 }, () => {
  test('docs/paymaster.md: the published client has an agent registered, and pays nothing', async () => {
    await saved('sponsored.mjs', 'docs/paymaster.md')
    const printed = await shell('node sponsored.mjs', folder.directory)
    const { smartWallet, paymaster06 } = net.world.contracts
    expect(printed).toBe(`${smartWallet} registered an agent, paid by ${paymaster06}\n`)
  })

  test('docs/images.md: an image is uploaded, and another is made of it', async () => {
    await saved('images.mjs', 'docs/images.md')
    const running = shell('node images.mjs', folder.directory)
    const jobs = await net.database()
    await expect.poll(async () => (await jobs.prepare('select id from image_jobs').all()).results.length).toBe(1)
    await net.runSchedule('image')
    expect(await running).toMatch(/^subject 24 x 16\npending\n(\w+\n)*completed image\/png 1024 x 1024\n$/)
  })

  test('docs/provisioner.md: health, a route and instructions', async () => {
    const start = script('docs/provisioner.md')
    const [, ask = '', call = ''] = blocksOf('docs/provisioner.md', 'sh')
    await cp(path.join(root, 'test/support/bridgeCli'), path.join(folder.directory, 'bridgeCli'), { recursive: true })
    const scenario = { bridge: net.world.contracts.bridge, evmRpcUrl: net.rpcUrl, svmRpcUrl: services.urls['svm'] }
    await writeFile(path.join(folder.directory, 'bridgeCli/scenario.json'), JSON.stringify(scenario))
    // npm takes a directory with packages for the project.
    const inProject = `npm run --prefix ${root}`
    // A port that the system gives, read from what the service prints.
    const log = path.join(folder.directory, 'provisioner.log')
    const started = start
      .replace('npm run provisioner &', `PROVISIONER_PORT=0 ${inProject} provisioner > ${log} 2>&1 &`)
      .replace('=test/support/bridgeCli', `=${folder.directory}/bridgeCli`)
      .replace('=localnet/', `=${root}/localnet/`)
    const ready = `until PORT=$(grep -om1 '127.0.0.1:[0-9]*' ${log}); do kill -0 %%; sleep 0.05; done`
    const requests = `${ask}\n${call}`.replaceAll('127.0.0.1:8788', '$PORT').replace('npm run', inProject)
    // As in a reader's shell a job is a process group: the last line ends the service, and not npm alone.
    const answers = linesOf(await shell(`set -m\n${started}\n${ready}\n${requests}`, folder.directory))
    expect(answers).toMatchObject([
      { ok: true, payerHealthy: true },
      { success: true, data: { tokenSymbol: 'AURORA' } },
      { success: true, data: { solanaIxs: [{ programId: expect.any(String) }] } },
      { routeScalar: '1000000000', tokenSymbol: 'AURORA' },
    ])
  })

  test('commands of wrangler are known to it, with their options', { timeout: 360_000 }, async () => {
    for (const command of commands.slice(0, soak(1, commands.length))) {
      const words = command.split(' ').slice(2)
      const end = words.findIndex((word) => word.startsWith('-') || word.startsWith('creator') || /[A-Z]/.test(word))
      const path = end === -1 ? words : words.slice(0, end)
      const stdout = await shell(`node_modules/.bin/wrangler ${path.join(' ')} --help`, root)
      expect(stdout).toContain(`wrangler ${path.join(' ')}`)
      for (const option of words.filter((word) => word.startsWith('-')))
        expect(stdout).toMatch(new RegExp(`${option}\\b`))
    }
  })
})

test('each page names the packages that its programs need besides the client and viem', () => {
  const found = [...programs.texts].flatMap(([file, text]) =>
    blocksIn(text, 'js')
      .flatMap((program) => [...program.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name = '']) => name))
      .filter((name) => !['creator-vault', 'viem', 'node'].includes(name) && file !== 'README.md')
      .filter((name) => !text.includes(`npm install ${name}`))
      .map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

test('no program of the documents is left', () => {
  expect(programs.left(net.host)).toEqual([])
})
