import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../provisioner/config.ts'
import { readWrapResult } from '../../provisioner/cli/readWrapResult.ts'
import { readWord } from '../../provisioner/runHelper.ts'
import { buildPoolIxs } from '../../provisioner/buildPoolIxs.ts'
import { redact } from '../../shared/log/redact.ts'
import { HOSTILE, hostileText, MIB, TIMES } from '../support/hostileTexts.ts'
import { LOCAL_PAYER } from '../../localnet/svm/SvmState.ts'
import { soak } from '../support/soak.ts'
import { type RunningProvisioner, startBridge, TOKEN } from './startBridge.ts'
import { useNet } from '../support/useNet.ts'

const SOL = 'So11111111111111111111111111111111111111112'
const VAULT_PROGRAM = 'vaU6kP7iNEGkbmPkLmZfGwiGxd4Mob24QQCie5R9kd2'
const COIN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

const bodyOf = async (answer: Response | Promise<Response>) => JSON.parse(await (await answer).text())
const authorization = `Bearer ${TOKEN}`
const poolIxs = (change: object = {}) => ({
  creatorToken: COIN,
  bridgeToken: COIN,
  poolVault: SOL,
  vaultProgramId: VAULT_PROGRAM,
  expectedRemoteAmount: '1000000000',
  depositAccounts: [
    { pubkey: SOL, isSigner: false, isWritable: true },
    { pubkey: VAULT_PROGRAM, isSigner: true, isWritable: false },
  ],
  ...change,
})

let service: RunningProvisioner
const world = useNet(() => startBridge())
beforeAll(async () => {
  service = await world.start()
})
const get = (route: string, headers: Record<string, string> = { authorization }) =>
  fetch(`${service.url}${route}`, { headers })

describe('POST /pool-ixs', () => {
  test('the bytes of a deposit: discriminator and amount, accounts of key, writable, signer', async () => {
    const answer = await service.post('/pool-ixs', poolIxs({ creatorToken: COIN.toLowerCase() }))
    expect(answer.status).toBe(200)
    const body = await bodyOf(answer)
    expect(body).toEqual({
      success: true,
      data: {
        creatorToken: COIN,
        bridgeToken: COIN,
        poolVault: '0x069b8857feab8184fb687f634618c035dac439dc1aeb3b5598a0f00000000001',
        expectedRemoteAmount: '1000000000',
        solanaIxs: [
          {
            programId: expect.stringMatching(/^0x[0-9a-f]{64}$/),
            serializedAccounts: [
              '0x069b8857feab8184fb687f634618c035dac439dc1aeb3b5598a0f000000000010100',
              `${body.data.solanaIxs[0].programId}0001`,
            ],
            data: '0xf223c68952e1f2b600ca9a3b00000000',
          },
        ],
      },
    })
    expect(decodeBase58(VAULT_PROGRAM)).toBe(body.data.solanaIxs[0].programId)
    const discriminator = createHash('sha256').update('global:deposit').digest().subarray(0, 8)
    expect(body.data.solanaIxs[0].data).toBe(`0x${discriminator.toString('hex')}00ca9a3b00000000`)
  })

  test('an amount takes all 64 bits, little end first', async () => {
    const body = await bodyOf(service.post('/pool-ixs', poolIxs({ expectedRemoteAmount: '18446744073709551614' })))
    expect(body.data.solanaIxs[0].data).toBe('0xf223c68952e1f2b6feffffffffffffff')
  })

  test.each([
    { expectedRemoteAmount: '18446744073709551616' },
    { expectedRemoteAmount: '0' },
    { expectedRemoteAmount: '01' },
    { expectedRemoteAmount: '1.5' },
    { expectedRemoteAmount: '-1' },
    { expectedRemoteAmount: 1 },
    { poolVault: 'not base58 0OIl' },
    { poolVault: '1'.repeat(33) },
    { poolVault: VAULT_PROGRAM },
    { vaultProgramId: LOCAL_PAYER },
    { creatorToken: undefined },
    { creatorToken: '0x5FBDB2315678afecb367f032d93F642f64180aa3' },
    { depositAccounts: [] },
    { depositAccounts: [{ pubkey: SOL, isSigner: false, isWritable: false }] },
    { depositAccounts: [{ pubkey: SOL, isSigner: 'no', isWritable: true }] },
    { depositAccounts: [{ pubkey: SOL, isWritable: true }] },
    { extra: 1 },
  ])('%j is refused', async (change) => {
    const answer = await service.post('/pool-ixs', poolIxs(change))
    expect(answer.status).toBe(400)
    expect((await bodyOf(answer)).error).toMatch(/^invalid_(request|address): \w/)
  })

  test('58 accounts are taken, and one more is refused', async () => {
    const accounts = (length: number) =>
      Array.from({ length }, () => ({ pubkey: SOL, isSigner: false, isWritable: true }))
    const statusOf = async (count: number) =>
      (await service.post('/pool-ixs', poolIxs({ depositAccounts: accounts(count) }))).status
    expect([await statusOf(58), await statusOf(59)]).toEqual([200, 400])
  })

  test('no more signers than the bridge takes', () => {
    const signers = (count: number) => [
      { pubkey: SOL, isSigner: false, isWritable: true },
      ...Array.from({ length: count }, (_, i) => ({
        pubkey: `${VAULT_PROGRAM.slice(0, -1)}${'3456789ABCDEFG'[i] ?? '2'}`,
        isSigner: true,
        isWritable: false,
      })),
    ]
    const build = (count: number) =>
      buildPoolIxs({ ...request, depositAccounts: signers(count) }, new Set([VAULT_PROGRAM]))
    const request = { ...poolIxs(), creatorToken: COIN, bridgeToken: COIN } as const
    expect(build(12).solanaIxs[0]?.serializedAccounts).toHaveLength(13)
    expect(() => build(13)).toThrow('signers')
  })
})

describe('GET /healthz', () => {
  test('says that all is ready, and no more than that', async () => {
    const body = await bodyOf(get('/healthz'))
    expect(body).toEqual({
      ok: true,
      service: 'provisioner',
      cliExists: true,
      secretSet: true,
      payerConfigured: true,
      payerHealthy: true,
      payerError: null,
      baseRpcConfigured: true,
      solanaRpcConfigured: true,
      deployEnvDefault: 'mainnet',
      extendedEndpointsEnabled: false,
      now: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  })

  test('shows key, balance and directory in debug mode alone', async () => {
    const debug = await world.start({ env: { PROVISIONER_HEALTH_DEBUG: 'on' } })
    const body = await bodyOf(fetch(`${debug.url}/healthz`, { headers: { authorization } }))
    expect(body).toMatchObject({
      cliDir: debug.dir,
      payerPubkey: LOCAL_PAYER,
      payerBalanceLamports: '10000000000',
      payerMinLamports: '50000000',
    })
  })

  test.each([
    { env: { PROVISIONER_MIN_PAYER_SOL: '10.000000001' }, payerError: 'payer_low', payerConfigured: true },
    { env: { SVM_BRIDGE_PAYER_KP: '/nonexistent/id.json' }, payerError: 'payer_missing', payerConfigured: false },
    { env: { SVM_BRIDGE_PAYER_KP: 'package.json' }, payerError: 'payer_invalid', payerConfigured: false },
    {
      env: { SVM_RPC_URL: 'http://127.0.0.1:9/?api-key=SECRET' },
      payerError: 'rpc_unreachable',
      payerConfigured: true,
    },
    { env: { SVM_RPC_URL: '' }, payerError: 'rpc_not_configured', payerConfigured: true },
  ])('what is missing is a code: $payerError', async ({ env, payerError, payerConfigured }) => {
    const broken = await world.start({ env })
    const text = await (await fetch(`${broken.url}/healthz`, { headers: { authorization } })).text()
    expect(JSON.parse(text)).toMatchObject({ ok: false, payerHealthy: false, payerError, payerConfigured })
    expect(text).not.toContain('SECRET')
  })

  test('many calls ask the node for the balance once', async () => {
    const fresh = await world.start()
    const before = world.svm.requests.length
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${fresh.url}/healthz`, { headers: { authorization } })))
    expect(world.svm.requests.length - before).toBe(1)
  })
})

describe('security', () => {
  const routes = ['/healthz', '/provision', '/pool-ixs', '/setup-creator', '/create-pool', '/nowhere', '/']

  test('nothing answers without the token, whatever stands in its place', async () => {
    const wrong = [undefined, '', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN]
    for (const route of routes)
      for (const given of wrong) {
        const answer = await get(route, given === undefined ? {} : { authorization: given })
        expect([route, given, answer.status]).toEqual([route, given, 401])
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="provisioner"')
        expect(await bodyOf(answer)).toEqual({ success: false, error: expect.stringMatching(/^unauthenticated: /) })
      }
    expect((await get('/healthz', { authorization: `bearer ${TOKEN}` })).status).toBe(200)
  })

  test('unknown paths are 404, other methods 405 with Allow', async () => {
    expect((await get('/nowhere')).status).toBe(404)
    const answer = await get('/provision')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test.each(['/setup-creator', '/create-pool'])('%s is not there unless it is switched on', async (route) => {
    const body = { tokenMintX: SOL, tokenMintY: SOL, hubCreatorCoin: COIN, hubShareToken: COIN }
    const answer = await service.post(route, body)
    expect([answer.status, answer.headers.get('x-error-code')]).toEqual([404, 'not_found'])
  })

  test('a body over 64 KiB is 413, declared or streamed, and just under it is read', async () => {
    const declared = await service.post('/provision', 'x'.repeat(65_537))
    expect([declared.status, declared.headers.get('x-error-code')]).toEqual([413, 'body_too_large'])
    expect((await service.post('/provision', ' '.repeat(65_530) + '{}')).status).toBe(400)
    expect(await streamChunks(4 * 1024 * 1024)).toMatch(/^HTTP\/1\.1 413 /)
    expect((await get('/healthz')).status).toBe(200)
  })

  test.each(['{', '[]', 'null', '"x"', '\u00ff', ''])('the body %j is 400', async (body) => {
    const answer = await service.post('/pool-ixs', body)
    expect(answer.status).toBe(400)
    expect((await bodyOf(answer)).error).toMatch(/^invalid_(json|request): /)
  })

  test('what is logged of a program leaves out secrets by name and by form', () => {
    const output = `a ${TOKEN} [1, 2, ${'3,'.repeat(40)} 4] ${'5'.repeat(88)} 0x${'ab'.repeat(32)} https://u:p@h.example/key?x=1 end`
    expect(redact(output, [TOKEN])).toBe('a [redacted] [redacted] [redacted] [redacted] https://h.example/… end')
    expect(redact('so '.repeat(2000), [])).toHaveLength(1200)
  })

  // Four megabytes, the most that is read of a program: in quadratic time each of these would take hours.
  test.each([
    '',
    ' ',
    '\t\n',
    '[',
    '[ ',
    '1',
    '1 ',
    '1,',
    '12, ',
    `${'1 , '.repeat(15)}x`,
    'a',
    '0x',
    'https://',
    'https://@',
  ])('a hostile line of %j is read in linear time', (part) => {
    const line = part === '' ? '' : part.repeat(Math.ceil((4 * 1024 * 1024) / part.length))
    expect(redact(`1${line}? ${'3, '.repeat(64)}4`, [TOKEN])).toMatch(/\[redacted\]$/)
  })

  test.each(Object.entries(HOSTILE))('1 MiB of %s is read as the output of a program, again and again', (_, part) => {
    const output = hostileText(part, MIB)
    for (let i = 0; i < soak(5, TIMES); i++) {
      for (const code of [0, 1]) readWrapResult({ ended: 'exit', code, output: `Mint:${output}` })
      expect(() => readWord(`pool:${output}`, 'pool')).toThrow(expect.objectContaining({ code: 'helper_failed' }))
    }
  })

  test('a key pair is found however its numbers are spaced, and a short list is not one', () => {
    const bytes = Array.from({ length: 64 }, (_, i) => (i * 37) % 256)
    for (const text of [bytes.join(','), bytes.join(' ,\n  '), JSON.stringify(bytes), JSON.stringify(bytes, null, 2)])
      expect(redact(`key: ${text};`, [])).toBe('key: [redacted];')
    const short = bytes.slice(0, 16).join(', ')
    expect(redact(short, [])).toBe(short)
  })

  /** Sends chunks without a length until the service answers. */
  async function streamChunks(bytes: number): Promise<string> {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const answered = once(socket, 'data')
    const head = `POST /provision HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ntransfer-encoding: chunked\r\n\r\n`
    socket.write(head)
    for (let sent = 0; sent < bytes; sent += 4096) socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`)
    const [data] = await answered
    socket.destroy()
    return String(data)
  }
})

describe('the extended endpoints, switched on', () => {
  const script = path.resolve(import.meta.dirname, '../support/bridgeCli/setUpCreator.ts')
  const pools = path.resolve(import.meta.dirname, '../support/bridgeCli/openPool.ts')
  const env = { PROVISIONER_EXTENDED_ENDPOINTS: '1', SVM_SETUP_CREATOR_SCRIPT: script, SVM_CREATE_POOL_SCRIPT: pools }

  test('give each field to the script as one option, and answer its JSON', async () => {
    const extended = await world.start({ env })
    const request = {
      hubCreatorCoin: COIN,
      hubShareToken: COIN,
      feeBps: 25,
      ammPrograms: [SOL, SOL],
      lotteryEnabled: false,
    }
    expect(await bodyOf(extended.post('/setup-creator', request))).toEqual({
      success: true,
      data: {
        args: [
          '--hub-creator-coin',
          COIN,
          '--hub-share-token',
          COIN,
          '--fee-bps',
          '25',
          '--amm-programs',
          `${SOL},${SOL}`,
          '--lottery-disabled',
        ],
      },
    })
    const answer = await bodyOf(extended.post('/create-pool', { tokenMintX: VAULT_PROGRAM, tokenMintY: SOL }))
    expect(answer).toEqual({
      success: true,
      data: { signature: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{64}$/) },
    })
  })

  test.each([
    ['/setup-creator', { hubCreatorCoin: COIN, hubShareToken: COIN, feeBps: 10_001 }],
    ['/setup-creator', { hubCreatorCoin: COIN, hubShareToken: COIN, keeperPubkey: '--help' }],
    ['/create-pool', { tokenMintX: SOL, tokenMintY: VAULT_PROGRAM }],
    ['/create-pool', { tokenMintX: SOL, tokenMintY: SOL, binStep: 401 }],
    ['/create-pool', { tokenMintX: SOL, tokenMintY: SOL, activeId: 2 ** 31 }],
  ])('%s refuses %j', async (route, body) => {
    const extended = await world.start({ env })
    expect((await extended.post(route, body)).status).toBe(400)
  })

  test('a script that fails or is not configured is reported by its code', async () => {
    const failing = await world.start({
      env: { ...env, SVM_SETUP_CREATOR_SCRIPT: '/nonexistent.ts', SVM_CREATE_POOL_SCRIPT: '' },
    })
    const first = await failing.post('/setup-creator', { hubCreatorCoin: COIN, hubShareToken: COIN })
    expect([first.status, first.headers.get('x-error-code')]).toEqual([502, 'helper_failed'])
    const second = await failing.post('/create-pool', { tokenMintX: SOL, tokenMintY: SOL })
    expect([second.status, second.headers.get('x-error-code')]).toEqual([503, 'helper_not_configured'])
  })
})

describe('configuration', () => {
  const token = { PROVISIONER_BEARER_TOKEN: TOKEN }

  test.each([
    [{}, 'PROVISIONER_BEARER_TOKEN: is required'],
    [
      { PROVISIONER_BEARER_TOKEN: 'x'.repeat(31) },
      'PROVISIONER_BEARER_TOKEN: must be at least 32 printable ASCII characters',
    ],
    [
      { PROVISIONER_BEARER_TOKEN: `${TOKEN}\n` },
      'PROVISIONER_BEARER_TOKEN: must be at least 32 printable ASCII characters without blanks',
    ],
    [{ ...token, PROVISIONER_HOST: '0.0.0.0' }, 'PROVISIONER_HOST: must be a loopback address'],
    [{ ...token, PROVISIONER_HOST: '127.0.0.1.evil.example' }, 'PROVISIONER_HOST: must be a loopback address'],
    [{ ...token, PROVISIONER_PORT: '65536' }, 'PROVISIONER_PORT: must be a whole number from 0 to 65535'],
    [
      { ...token, PROVISIONER_WRAP_RETRY_ATTEMPTS: '9' },
      'PROVISIONER_WRAP_RETRY_ATTEMPTS: must be a whole number from 1 to 8',
    ],
    [{ ...token, PROVISIONER_MIN_PAYER_SOL: '-1' }, 'PROVISIONER_MIN_PAYER_SOL: must be a number of SOL'],
    [{ ...token, SVM_BRIDGE_CLI_BIN: 'npm' }, 'SVM_BRIDGE_CLI_BIN: must be a program other than a package manager'],
    [{ ...token, SVM_BRIDGE_CLI_ENV: 'PROVISIONER_BEARER_TOKEN' }, 'SVM_BRIDGE_CLI_ENV: '],
    [{ ...token, SVM_BRIDGE_DEPLOY_ENV: 'devnet' }, 'SVM_BRIDGE_DEPLOY_ENV: must be one of'],
    [{ ...token, SVM_BRIDGE_DEPLOY_ENVS: 'testnet-prod' }, 'SVM_BRIDGE_DEPLOY_ENV: must be one of'],
    [
      { ...token, SVM_BRIDGE_ROUTES: '{"mainnet":{"bridge":"0x12"}}' },
      'SVM_BRIDGE_ROUTES: mainnet: bridge: must be an address',
    ],
    [{ ...token, SVM_BRIDGE_PAYERS: '{"../x":"y"}' }, 'SVM_BRIDGE_PAYERS: '],
    [{ ...token, SVM_BRIDGE_PAYER_KP: '[1,2,3]' }, 'SVM_BRIDGE_PAYER_KP: must be config, a file'],
    [{ ...token, SVM_BRIDGE_PAYERS: '{"x":"[1"}' }, 'SVM_BRIDGE_PAYERS: must be config, a file'],
    [{ ...token, SVM_BRIDGE_PAY_FOR_RELAY: '0' }, 'SVM_BRIDGE_PAY_FOR_RELAY: must be true'],
    [{ ...token, SVM_BRIDGE_WRAP_SYMBOL_MODE: 'utf' }, 'SVM_BRIDGE_WRAP_SYMBOL_MODE: must be one of'],
    [{ ...token, SVM_RPC_URL: 'ftp://x' }, 'SVM_RPC_URL: must be an http or https URL'],
    [{ ...token, BASE_RPC_URL: 'http://a, b' }, 'BASE_RPC_URL: must be http or https URLs'],
    [{ ...token, SVM_AUTO_POOL: 'maybe' }, 'SVM_AUTO_POOL: must be true or false'],
    [{ ...token, REGISTRATION_SECRET: TOKEN }, 'PROVISIONER_BEARER_TOKEN: must differ from REGISTRATION_SECRET;'],
    [{ ...token, OLD_SECRET: ` ${TOKEN}\n`, CRON_SECRET: TOKEN }, 'must differ from OLD_SECRET, CRON_SECRET;'],
  ])('%j is refused at the start', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  test('a bearer token that another variable has is refused without its value', () => {
    expect(() => readConfig({ ...token, REGISTRATION_SECRET: TOKEN })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(TOKEN) }),
    )
  })

  test('a public address is taken where the switch says that it is meant', () => {
    expect(readConfig({ ...token, PROVISIONER_HOST: '0.0.0.0', PROVISIONER_ALLOW_PUBLIC_BIND: '1' }).host).toBe(
      '0.0.0.0',
    )
  })

  test('all faults are reported at once, without a value', () => {
    const wrong = {
      PROVISIONER_BEARER_TOKEN: 'short-secret',
      SVM_RPC_URL: 'not-a-url-secret',
      SVM_BRIDGE_PAYERS: '{secret',
    }
    expect(() => readConfig(wrong)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^(?!.*secret)(PROVISIONER|SVM)[^]*\n(PROVISIONER|SVM)[^]*\n/),
      }),
    )
  })

  test('the defaults', () => {
    expect(readConfig(token)).toMatchObject({
      host: '127.0.0.1',
      port: 8788,
      attempts: 3,
      retryDelayMs: 1200,
      minPayerLamports: 50_000_000n,
      defaultDeployEnv: 'mainnet',
      symbolMode: 'auto',
      symbolPrefix: 'CS',
      mintDecimals: 9,
      metadataUri: false,
      autoPool: false,
      quoteMint: SOL,
      extendedEndpoints: false,
      healthDebug: false,
    })
  })

  test('the command starts, says where it listens, and ends at a signal; without a token it says what is missing', async () => {
    const root = path.resolve(import.meta.dirname, '../..')
    const start = (env: Record<string, string>) =>
      spawn(process.execPath, ['provisioner/start.ts'], { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] })
    const good = start({ ...token, PROVISIONER_PORT: '0' })
    const [line] = await once(good.stderr, 'data')
    expect(JSON.parse(String(line))).toMatchObject({
      event: 'listening',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    })
    good.kill('SIGTERM')
    expect((await once(good, 'exit'))[0]).toBe(0)
    const bad = start({})
    const [complaint] = await once(bad.stderr, 'data')
    expect(String(complaint)).toBe('PROVISIONER_BEARER_TOKEN: is required\n')
    expect(bad.exitCode ?? (await once(bad, 'exit'))[0]).toBe(1)
  })
})

/** Base58 by the book: digits of a number to the base 58. */
function decodeBase58(text: string): string {
  const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  const value = [...text].reduce((sum, letter) => sum * 58n + BigInt(digits.indexOf(letter)), 0n)
  return `0x${value.toString(16).padStart(64, '0')}`
}
