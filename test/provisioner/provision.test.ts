import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { keccak256, toBytes } from 'viem'
import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { encodeBase58, getBytes } from 'ethers'
import { wrapArguments } from '../../provisioner/cli/wrapArguments.ts'
import { asciiName, tokenSymbols } from '../../provisioner/tokenSymbols.ts'
import { deriveMint, toBytes32 } from '../../provisioner/svm/deriveMint.ts'
import { LOCAL_PAYER } from '../../localnet/svm/SvmState.ts'
import { seeded } from '../support/seeded.ts'
import { soak } from '../support/soak.ts'
import { startRpcProxy } from '../support/rpcProxy.ts'
import { type Bridge, startBridge } from './startBridge.ts'
import { useNet } from '../support/useNet.ts'

const world = useNet(() => startBridge())

/** Status and code of a refusal. */
const refusal = async (answer: Response) => ({ status: answer.status, code: answer.headers.get('x-error-code') })
const optionOf = (args: readonly string[], name: string) => args[args.indexOf(`--${name}`) + 1]
const bodyOf = async (answer: Response | Promise<Response>) => JSON.parse(await (await answer).text())

describe.concurrent('happy', () => {
  test('a token is wrapped: the mint of the program, the scalar of the bridge, one run of the CLI', async () => {
    const { post, calls } = await world.start()
    const token = await world.deployToken('Aurora Fields', 'AURORA')
    const answer = await post('/provision', { bridgeToken: token.toLowerCase() })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const body = await bodyOf(answer)
    const { mintPubkey } = body.data
    const bytes32 = `0x${Buffer.from(getAddressEncoder().encode(address(mintPubkey))).toString('hex')}`
    expect(encodeBase58(getBytes(bytes32))).toBe(mintPubkey)
    expect(body).toEqual({
      success: true,
      mintBytes32: bytes32,
      data: {
        bridgeToken: token,
        mintPubkey,
        mintBytes32: bytes32,
        routeScalar: '1000000000',
        runner: 'node',
        tokenSymbol: 'AURORA',
        mintCompatibilityHints: {
          tokenProgram: 'token-2022',
          transferHookDetected: false,
          oftFeeBps: 0,
          adapterMode: null,
          authorityCompatible: false,
          rentValueLamports: '3674880',
        },
      },
    })
    expect(await world.chain.read(world.bridge, 'scalars', [token, bytes32])).toBe(10n ** 9n)
    const [call, ...others] = await calls()
    expect(others).toEqual([])
    expect(call?.args.slice(0, 3)).toEqual(['sol', 'bridge', 'wrap-token'])
    expect(optionOf(call?.args ?? [], 'remote-token')).toBe(token)
    expect(optionOf(call?.args ?? [], 'name')).toBe('Aurora Fields')
    expect(call?.args.at(-1)).toBe('--pay-for-relay')
  })

  test('what is provisioned already is found, without a run of the CLI', async () => {
    const token = await world.deployToken()
    const first = await world.start()
    const made = await bodyOf(first.post('/provision', { bridgeToken: token }))
    const second = await world.start()
    const found = await bodyOf(second.post('/provision', { bridgeToken: token }))
    expect(found.data).toEqual({ ...made.data, runner: 'existing-mint-reuse' })
    expect(await second.calls()).toEqual([])
  })

  test('decimals, exponent, deployEnv and payer of a request reach the CLI and the mint', async () => {
    const routes = { 'testnet-alpha': { chainId: world.chain.chainId, bridge: world.bridge.address } }
    const cli = await world.openCliDir()
    const other = JSON.stringify(Array.from({ length: 64 }, () => 7))
    const env = { SVM_BRIDGE_ROUTES: JSON.stringify(routes), SVM_BRIDGE_PAYERS: JSON.stringify({ second: other }) }
    const { post, calls } = await world.start({ cli, env })
    const token = await world.deployToken()
    const request = { deployEnv: 'testnet-alpha', solanaDecimals: 6, scalerExponent: 12, payerKp: 'second' }
    const body = await bodyOf(post('/provision', { bridgeToken: token, ...request, payForRelay: true }))
    expect(body.data.routeScalar).toBe('1000000000000')
    const [{ args } = { args: [] }] = await calls()
    expect(['deploy-env', 'decimals', 'scaler-exponent'].map((name) => optionOf(args, name))).toEqual([
      'testnet-alpha',
      '6',
      '12',
    ])
    expect(optionOf(args, 'payer-kp')).toMatch(/\/payers-[^/]+\/second\.json$/)
  })

  test('a name and a symbol of the request replace the onchain ones, each by itself', async () => {
    const { post, calls } = await world.start()
    const token = await world.deployToken('Aurora Fields', 'AURORA')
    const mints = []
    for (const names of [{}, { tokenName: 'Zoë — Night' }, { tokenSymbol: 'NIGHT' }])
      mints.push((await bodyOf(post('/provision', { bridgeToken: token, ...names }))).data.mintPubkey)
    const made = (await calls()).map(({ args }) => [optionOf(args, 'name'), optionOf(args, 'symbol')])
    expect(made).toEqual([
      ['Aurora Fields', 'AURORA'],
      ['Zoe Night', 'AURORA'],
      ['Aurora Fields', 'NIGHT'],
    ])
    expect(new Set(mints).size).toBe(3)
  })

  test('the mint of a known token', async () => {
    const mint = await deriveMint(address('HNCne2FkVaNghhjKXapxJzPaBvAKDG1Ge3gqhZyfVWLM'), {
      remoteToken: `0x${'22'.repeat(20)}`,
      name: 'Tok',
      symbol: 'TOK',
      decimals: 9,
      scalerExponent: 9,
    })
    expect(mint).toBe('7drTYnS5mLhiz2MbWxrMvTtZTonnxk8JaN6BhW1HCkYx')
    expect(toBytes32(mint)).toBe('0x6296f3e4e77ccb2e4e6d4f01a2fcf0c61b18987469663fdf614ba0bda160be41')
  })

  test('the mint of a symbol beyond ASCII counts its bytes', async () => {
    const program = address('HNCne2FkVaNghhjKXapxJzPaBvAKDG1Ge3gqhZyfVWLM')
    const u64 = (n: number) => [n, 0, 0, 0, 0, 0, 0, 0]
    const hashed = Uint8Array.from([...u64(1), 0x4e, ...u64(4), 0xe2, 0x96, 0xa0, 0x41, ...Array(20).fill(0x11), 3])
    const seeds = ['wrapped_token', Uint8Array.of(6), toBytes(keccak256(hashed))]
    const [mint] = await getProgramDerivedAddress({ programAddress: program, seeds })
    const parts = { remoteToken: `0x${'11'.repeat(20)}` as const, name: 'N', symbol: '■A', decimals: 6 }
    expect(await deriveMint(program, { ...parts, scalerExponent: 3 })).toBe(mint)
  })

  test('a pool and a vault are opened by the scripts of the deployment where that is switched on', async () => {
    const script = new URL('../support/bridgeCli/openPool.ts', import.meta.url).pathname
    const env = { SVM_AUTO_POOL: '1', SVM_CREATE_POOL_SCRIPT: script, SVM_CREATE_VAULT_SCRIPT: script }
    const quote = { SVM_POOL_QUOTE_MINT: LOCAL_PAYER }
    const strict = await world.start({ env: { ...env, ...quote } })
    const body = await bodyOf(strict.post('/provision', { bridgeToken: await world.deployToken() }))
    // The script signs with what it was given: the mint, and for a pool the other side and the step.
    const seal = (...parts: string[]) => createHash('sha256').update(parts.join(' ')).digest('hex').replaceAll('0', 'z')
    const { mintPubkey } = body.data
    expect(body.data.pool).toEqual({
      signature: seal(mintPubkey, 'So11111111111111111111111111111111111111112', '25', '0', '100'),
    })
    expect(body.data.alphaVault).toEqual({ vault: mintPubkey, signature: seal(mintPubkey) })
    expect(strict.logged.join()).toContain('quote_mint_ignored')

    const free = await world.start({ env: { ...env, ...quote, SVM_STRICT_SOL_PAIR: '0' } })
    const other = await bodyOf(free.post('/provision', { bridgeToken: await world.deployToken() }))
    expect(other.data.pool).toEqual({ signature: seal(other.data.mintPubkey, LOCAL_PAYER, '25', '0', '100') })

    const without = await world.start({ env: { SVM_AUTO_POOL: '1' } })
    const third = await bodyOf(without.post('/provision', { bridgeToken: await world.deployToken() }))
    expect([third.success, third.data.pool, third.data.alphaVault]).toEqual([
      true,
      { error: 'helper_not_configured' },
      null,
    ])
  })
})

describe.concurrent('the CLI fails', () => {
  test('transient failures are tried again after growing pauses, up to the limit', async () => {
    const env = { PROVISIONER_WRAP_RETRY_DELAY_MS: '60' }
    const { post, calls } = await world.start({ steps: ['transient', 'transient', 'ok'], env })
    expect((await post('/provision', { bridgeToken: await world.deployToken() })).status).toBe(200)
    const times = (await calls()).map(({ at }) => at)
    expect(times).toHaveLength(3)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(60)
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(120)

    const never = await world.start({ steps: ['transient', 'transient', 'transient', 'ok'] })
    const answer = await never.post('/provision', { bridgeToken: await world.deployToken('A', '■A') })
    expect(await refusal(answer)).toEqual({ status: 502, code: 'bridge_cli_failed' })
    expect(await never.calls()).toHaveLength(3)
  })

  test('a failure that would come again is not tried again', async () => {
    const { post, calls } = await world.start({ steps: ['custom_error'] })
    const answer = await post('/provision', { bridgeToken: await world.deployToken() })
    expect(await refusal(answer)).toEqual({ status: 502, code: 'bridge_cli_failed' })
    expect(await calls()).toHaveLength(1)
  })

  test('an empty purse is reported, and no other symbol is tried', async () => {
    const { post, calls } = await world.start({ steps: ['unfunded', 'ok'] })
    const answer = await post('/provision', { bridgeToken: await world.deployToken('A', '■A') })
    expect(await refusal(answer)).toEqual({ status: 503, code: 'payer_unfunded' })
    expect(await calls()).toHaveLength(1)
  })

  test('a run that did its work and lost its answer is not repeated: the mint is found', async () => {
    const { post, calls } = await world.start({ steps: ['lost_answer', 'ok'] })
    const body = await bodyOf(post('/provision', { bridgeToken: await world.deployToken() }))
    expect([body.success, body.data.runner]).toEqual([true, 'existing-mint-reuse'])
    expect(await calls()).toHaveLength(1)
  })

  test('a symbol beyond ASCII that the tool cannot make falls back to ASCII, in the modes that have both', async () => {
    const { post, calls } = await world.start()
    const body = await bodyOf(post('/provision', { bridgeToken: await world.deployToken('Nord', '■NORD') }))
    expect([body.data.tokenSymbol, body.data.runner]).toEqual(['NORD', 'node'])
    expect((await calls()).map(({ args }) => optionOf(args, 'symbol'))).toEqual(['■NORD', 'NORD'])

    const ascii = await world.start({ env: { SVM_BRIDGE_WRAP_SYMBOL_MODE: 'ascii' } })
    await ascii.post('/provision', { bridgeToken: await world.deployToken('Nord', '■NORD') })
    expect((await ascii.calls()).map(({ args }) => optionOf(args, 'symbol'))).toEqual(['NORD'])

    const unicode = await world.start({ env: { SVM_BRIDGE_WRAP_SYMBOL_MODE: 'unicode' } })
    const only = await unicode.post('/provision', { bridgeToken: await world.deployToken('Nord', '■NORD') })
    expect(await refusal(only)).toEqual({ status: 502, code: 'symbol_rejected' })
    const request = { bridgeToken: await world.deployToken('Nord', '■NORD'), tokenSymbolFallback: 'north' }
    expect((await bodyOf(unicode.post('/provision', request))).data.tokenSymbol).toBe('NORTH')
  })

  test('a metadata URI goes along where that is switched on, and is left out where the CLI does not know it', async () => {
    const request = async () => ({
      bridgeToken: await world.deployToken(),
      tokenMetadataUri: 'https://a.example/m "x".json',
    })
    const bad = await world.start()
    expect(await refusal(await bad.post('/provision', await request()))).toEqual({
      status: 400,
      code: 'invalid_request',
    })
    const good = { bridgeToken: await world.deployToken(), tokenMetadataUri: 'ipfs://bafy/m.json' }
    const on = { SVM_BRIDGE_WRAP_METADATA_URI_ENABLED: '1' }
    const knows = await world.start({ env: on, steps: ['takes_metadata_uri'] })
    expect((await knows.post('/provision', good)).status).toBe(200)
    expect((await knows.calls()).map(({ args }) => optionOf(args, 'metadata-uri'))).toEqual(['ipfs://bafy/m.json'])

    const without = await world.start({ env: on })
    expect((await without.post('/provision', { ...good, bridgeToken: await world.deployToken() })).status).toBe(200)
    expect((await without.calls()).map(({ args }) => args.includes('--metadata-uri'))).toEqual([true, false])

    const off = await world.start()
    expect((await off.post('/provision', { ...good, bridgeToken: await world.deployToken() })).status).toBe(200)
    expect((await off.calls()).map(({ args }) => args.includes('--metadata-uri'))).toEqual([false])
  })

  test.each([
    { step: 'garbage', code: 'bridge_cli_failed', status: 502 },
    { step: 'no_mint', code: 'bridge_cli_failed', status: 502 },
    { step: 'huge', code: 'bridge_cli_failed', status: 502 },
    { step: 'wrong_mint', code: 'mint_mismatch', status: 502 },
  ] as const)('$step is $code', async ({ step, status, code }) => {
    const { post } = await world.start({ steps: [step, step] })
    const answer = await post('/provision', { bridgeToken: await world.deployToken() })
    expect(await refusal(answer)).toEqual({ status, code })
  })

  test('one that hangs is ended in time, with the children that it left', async () => {
    // Time enough to leave a child, on a busy machine too: neither of the two would ever end by itself.
    const { post, calls } = await world.start({ steps: ['orphan'], env: { PROVISIONER_WRAP_TIMEOUT_MS: '5000' } })
    const answer = await post('/provision', { bridgeToken: await world.deployToken() })
    expect(await refusal(answer)).toEqual({ status: 504, code: 'provision_timeout' })
    const orphan = (await calls()).find((call) => call.orphan !== undefined)?.orphan
    expect(orphan).toBeGreaterThan(0)
    await vi.waitUntil(() => !isAlive(orphan ?? 0), { timeout: 45_000 })
  })

  test('all of it together is bounded too', async () => {
    const env = { PROVISIONER_TOTAL_TIMEOUT_MS: '2000', PROVISIONER_WRAP_RETRY_DELAY_MS: '60000' }
    const { post } = await world.start({ steps: ['transient'], env })
    // The pause that was next is longer than any test may take.
    const answer = await post('/provision', { bridgeToken: await world.deployToken() })
    expect(await refusal(answer)).toEqual({ status: 504, code: 'provision_timeout' })
  })

  test('by itself it takes bun, and where that is not there a program named cli; arguments stay as they are', async () => {
    const cli = await world.openCliDir()
    const bin = path.join(cli.dir, 'bin')
    await mkdir(bin)
    const install = (name: string, script: string) =>
      writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const env = { SVM_BRIDGE_CLI_BIN: 'auto', PATH: `${bin}:/usr/bin:/bin` }
    const { post } = await world.start({ cli, env })
    const provision = async () =>
      (await bodyOf(post('/provision', { bridgeToken: await world.deployToken(`it's "a" $x`) }))).data.runner
    await install('cli', `exec ${process.execPath} src/bin.ts "$@"`)
    expect(await provision()).toBe('cli')
    await install('bun', `shift; exec ${process.execPath} "$@"`)
    expect(await provision()).toBe('bun')
    await install('bun', 'exit 127')
    expect(await provision()).toBe('cli')
    expect((await cli.calls()).map(({ args }) => optionOf(args, 'name'))).toEqual(Array(3).fill(`it's "a" $x`))
  })

  test('a missing CLI, or a missing program to run it, is reported', async () => {
    const token = await world.deployToken()
    const nowhere = await world.start({ env: { SVM_BRIDGE_CLI_DIR: '/nonexistent' } })
    expect(await refusal(await nowhere.post('/provision', { bridgeToken: token }))).toEqual({
      status: 503,
      code: 'bridge_cli_not_configured',
    })
    const noProgram = await world.start({ env: { SVM_BRIDGE_CLI_BIN: '/nonexistent/bun' } })
    expect(await refusal(await noProgram.post('/provision', { bridgeToken: token }))).toEqual({
      status: 503,
      code: 'bridge_cli_unavailable',
    })
  })
})

describe('the chains', () => {
  test('a scalar that is not ten to the power of the exponent is a conflict', async () => {
    const { post } = await world.start({ scenario: { exponent: 6 } })
    const answer = await post('/provision', { bridgeToken: await world.deployToken() })
    expect(await refusal(answer)).toEqual({ status: 409, code: 'scalar_mismatch' })
  })

  test('a mint without a registration is waited for, and not made again', async () => {
    const token = await world.deployToken()
    const early = await world.start({ scenario: { withoutRelay: true } })
    const answer = await early.post('/provision', { bridgeToken: token })
    expect(await refusal(answer)).toEqual({ status: 504, code: 'route_unconfirmed' })
    const late = await world.start({ env: { PROVISIONER_SCALAR_WAIT_MS: '5000' } })
    const waiting = late.post('/provision', { bridgeToken: token })
    const mint = [...world.svm.accounts.keys()].at(-1) ?? ''
    const bytes = Uint8Array.from(getAddressEncoder().encode(address(mint)))
    await world.chain.send('owner', world.bridge, 'registerRemoteToken', [
      token,
      `0x${Buffer.from(bytes).toString('hex')}`,
      9,
    ])
    const body = await bodyOf(waiting)
    expect([body.data.mintPubkey, body.data.runner]).toEqual([mint, 'existing-mint-reuse'])
    expect(await late.calls()).toEqual([])
  })

  test('an EVM node that is out of reach is an outage, and no missing route', async () => {
    const proxy = await startRpcProxy(world.rpcUrl)
    try {
      const { post, calls } = await world.start({ env: { BASE_RPC_URL: proxy.url } })
      proxy.mode = { status: 500 }
      const answer = await post('/provision', { bridgeToken: await world.deployToken() })
      expect(await refusal(answer)).toEqual({ status: 502, code: 'upstream_failed' })
      expect(await calls()).toEqual([])
    } finally {
      await proxy.stop()
    }
  })

  test('a node of another chain, and a missing bridge, are reported', async () => {
    const other = { mainnet: { chainId: 8453, bridge: world.bridge.address } }
    const wrongChain = await world.start({ env: { SVM_BRIDGE_ROUTES: JSON.stringify(other) } })
    const answer = await wrongChain.post('/provision', { bridgeToken: await world.deployToken() })
    expect(await refusal(answer)).toEqual({ status: 503, code: 'deploy_env_not_configured' })
    const missing = { mainnet: { chainId: world.chain.chainId } }
    const noBridge = await world.start({ env: { SVM_BRIDGE_ROUTES: JSON.stringify(missing) } })
    const second = await noBridge.post('/provision', { bridgeToken: await world.deployToken() })
    expect(await refusal(second)).toEqual({ status: 503, code: 'deploy_env_not_configured' })
    expect(await noBridge.calls()).toEqual([])
  })

  test('of several nodes those of the right chain are called, in any order of the list', async () => {
    const other = await startRpcProxy(world.rpcUrl)
    other.mode = { chainId: 8453 }
    try {
      const { post } = await world.start({ env: { BASE_RPC_URL: `${other.url},${world.rpcUrl}` } })
      const body = await bodyOf(post('/provision', { bridgeToken: await world.deployToken() }))
      expect(body.data?.routeScalar).toBe('1000000000')
      // One that is out of reach may have been the right one.
      const cut = await world.start({ env: { BASE_RPC_URL: `${other.url},http://127.0.0.1:9` } })
      const answer = await cut.post('/provision', { bridgeToken: await world.deployToken() })
      expect(await refusal(answer)).toEqual({ status: 502, code: 'upstream_failed' })
    } finally {
      await other.stop()
    }
  })

  test('an SVM node that is out of reach costs the hints alone', async () => {
    const { post } = await world.start({ env: { SVM_RPC_URL: 'http://127.0.0.1:9' } })
    const body = await bodyOf(post('/provision', { bridgeToken: await world.deployToken() }))
    expect([body.data.routeScalar, body.data.mintCompatibilityHints]).toEqual(['1000000000', null])
  })

  test('hints follow the extensions by their type, and say nothing that the account does not', async () => {
    const { post } = await world.start({ env: { SVM_OVAULT_ADAPTER_MODE: 'adapter' } })
    const token = await world.deployToken()
    const provision = async () => (await bodyOf(post('/provision', { bridgeToken: token }))).data
    const { mintPubkey } = await provision()
    const hintsWith = async (account: object) => {
      const lamports = 9_007_199_254_740_000
      world.svm.accounts.set(mintPubkey, {
        owner: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
        lamports,
        data: account,
      })
      return (await provision()).mintCompatibilityHints
    }
    const mint = (info: object) => ({ program: 'spl-token-2022', space: 1, parsed: { type: 'mint', info } })
    const fee = { extension: 'transferFeeConfig', state: { newerTransferFee: { transferFeeBasisPoints: 125 } } }
    const hook = { extension: 'transferHook', state: { programId: null } }
    const known = { tokenProgram: 'token-2022', adapterMode: 'oft-adapter', rentValueLamports: '9007199254740000' }
    expect(
      await hintsWith(mint({ mintAuthority: LOCAL_PAYER, freezeAuthority: null, extensions: [hook, fee] })),
    ).toEqual({ ...known, transferHookDetected: true, oftFeeBps: 125, authorityCompatible: true })
    const named = { extension: 'tokenMetadata', state: { name: 'transferHook', basisPoints: 7 } }
    expect(await hintsWith(mint({ mintAuthority: mintPubkey, freezeAuthority: null, extensions: [named] }))).toEqual({
      ...known,
      transferHookDetected: false,
      oftFeeBps: 0,
      authorityCompatible: false,
    })
    expect(await hintsWith(['AAAA', 'base64'])).toEqual({
      ...known,
      transferHookDetected: null,
      oftFeeBps: null,
      authorityCompatible: null,
    })
  })
})

describe.concurrent('security', () => {
  const hostile = [
    'Eve"; rm -rf / #',
    "it's `id` $(id)",
    'two\nlines\r\n--payer-kp',
    'a --pay-for-relay b',
    '\u0000\u0007bell',
  ]

  test.each(hostile)('an onchain name cannot leave its argument: %j', async (name) => {
    const { post, calls } = await world.start()
    expect((await post('/provision', { bridgeToken: await world.deployToken(name, 'EVE') })).status).toBe(200)
    const [{ args } = { args: [] }] = await calls()
    expect(args).toHaveLength(3 + 7 * 2 + 1)
    const given = optionOf(args, 'name') ?? ''
    expect(given).toMatch(/^[\x20-\x7e]{1,32}$/)
    expect(given.startsWith('-')).toBe(false)
    expect(given).toBe(
      name
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/[^\x20-\x7e]/g, '')
        .slice(0, 32)
        .trim(),
    )
  })

  test('an onchain name or symbol of options becomes plain text', async () => {
    const { post, calls } = await world.start()
    const token = await world.deployToken('--payer-kp=/etc/shadow', '--symbol x')
    expect((await post('/provision', { bridgeToken: token })).status).toBe(200)
    const [{ args } = { args: [] }] = await calls()
    expect([optionOf(args, 'name'), optionOf(args, 'symbol')]).toEqual(['payer-kp=/etc/shadow', 'SYMBOLX'])
    expect(args.filter((arg) => arg.startsWith('--payer-kp'))).toEqual(['--payer-kp'])
  })

  test.each([
    { tokenName: '--payer-kp' },
    { tokenSymbol: '-x' },
    { tokenSymbolFallback: '--name=x' },
    { tokenSymbol: 'x'.repeat(65) },
    { payerKp: '../../etc/passwd' },
    { payerKp: '/home/someone/.config/solana/id.json' },
    { payerKp: '[1,2,3]' },
    { payerKp: 'constructor' },
    { deployEnv: '../mainnet' },
    { deployEnv: '--help' },
    { deployEnv: 'devnet' },
    { solanaDecimals: -1 },
    { solanaDecimals: 9.5 },
    { solanaDecimals: 19 },
    { solanaDecimals: '9.0' },
    { scalerExponent: 78 },
    { scalerExponent: 8 },
    { tokenMetadataUri: 'file:///etc/passwd' },
    { tokenMetadataUri: 'http://a.example/x' },
    { tokenMetadataUri: `https://a.example/${'x'.repeat(500)}` },
    { bridgeToken: '0x0000000000000000000000000000000000000000' },
    { bridgeToken: 'constant-eth' },
    { bridgeToken: '0x5FBDB2315678afecb367f032d93F642f64180aa3' },
    { bridgeToken: '0x00000000000000000000000000000000000000aa' },
    { unknown: 1 },
    { payForRelay: 'false' },
  ])('%j is refused before anything runs', async (fields) => {
    const { post, calls } = await refusing()
    const answer = await post('/provision', { bridgeToken: refusingToken, ...fields })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({
      success: false,
      error: expect.stringMatching(/^invalid_(request|address): \w/),
    })
    expect(await calls()).toEqual([])
  })

  test('what would need a person is refused with 422', async () => {
    const { post } = await refusing()
    const answer = await post('/provision', { bridgeToken: refusingToken, payForRelay: false })
    expect(await refusal(answer)).toEqual({ status: 422, code: 'unsupported_option' })
  })

  test('no text of any kind becomes an option', () => {
    const letters = [
      '-',
      '--',
      ' ',
      '\n',
      '"',
      "'",
      '\0',
      '■',
      'é',
      '—',
      '﹣',
      '－',
      '\u2010',
      '\u00ad',
      'a',
      'B',
      '=',
      '夜',
      '\u202e',
    ]
    const random = seeded('options')
    const text = () => Array.from({ length: random.below(12) }, () => letters[random.below(letters.length)]).join('')
    for (let i = 0; i < soak(500, 20_000); i++) {
      const token = `0x${'ab'.repeat(20)}` as const
      const name = asciiName(text(), token)
      for (const symbol of tokenSymbols({ symbol: text(), fallback: text(), token }, 'auto')) {
        const parts = { remoteToken: token, name, symbol, decimals: 9, scalerExponent: 9 }
        const args = wrapArguments({ ...parts, deployEnv: 'mainnet', payer: 'config' })
        expect(args).toHaveLength(18)
        expect(args.filter((arg, at) => arg.startsWith('-') !== (at > 2 && at % 2 === 1))).toEqual([])
        expect(name + symbol).toMatch(/^[\x20-\x7e■]+$/)
      }
    }
  })

  test('the CLI sees no secret of the service, and finds the end of its input at once', async () => {
    const env = { SVM_BRIDGE_CLI_ENV: 'CLI_KEY', CLI_KEY: 'a-key-for-the-cli-alone', UNRELATED: 'x' }
    const { post, calls } = await world.start({ env })
    await post('/provision', { bridgeToken: await world.deployToken() })
    const [call] = await calls()
    expect(call?.env).toEqual(['CLI_KEY', 'HOME', 'NO_COLOR', 'PATH'])
    expect(call?.stdinIsOpen).toBe(false)
  })

  test('neither answer nor log contains a secret that the CLI prints', async () => {
    const env = { SVM_BRIDGE_CLI_ENV: 'CLI_KEY', CLI_KEY: 'a-key-for-the-cli-alone' }
    const { post, logged } = await world.start({ steps: ['tells_secrets'], env })
    const answer = await post('/provision', { bridgeToken: await world.deployToken() })
    const body = await answer.text()
    expect(JSON.parse(body).error).toBe("bridge_cli_failed: the bridge CLI failed; see the provisioner's log")
    expect(logged.join('\n')).toContain('node.example')
    for (const secret of ['KEYKEYKEY', 'user:pw', '12, 12', env.CLI_KEY]) {
      expect(body).not.toContain(secret)
      expect(logged.join('\n')).not.toContain(secret)
    }
  })

  let shared: ReturnType<Bridge['start']> | undefined
  let deployed: ReturnType<Bridge['deployToken']> | undefined
  let refusingToken = ''
  async function refusing() {
    refusingToken = await (deployed ??= world.deployToken())
    return (shared ??= world.start())
  }
})

describe('races', () => {
  test('requests for one token at once make one run; each gets the same answer', async () => {
    const { post, calls, release } = await world.start({ steps: ['held'] })
    const bridgeToken = await world.deployToken()
    const sent = Array.from({ length: soak(20, 500) }, () => bodyOf(post('/provision', { bridgeToken })))
    await expect.poll(async () => (await calls()).length).toBe(1)
    // The ones sent before it have arrived.
    await post('/provision', {})
    await release(1)
    const answers = await Promise.all(sent)
    expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(answers[0].success).toBe(true)
    expect(await calls()).toHaveLength(1)
  })

  test('another request for the same token meanwhile is answered 409', async () => {
    const { post, calls, release } = await world.start({ steps: ['held'] })
    const bridgeToken = await world.deployToken()
    const first = post('/provision', { bridgeToken })
    await expect.poll(async () => (await calls()).length).toBe(1)
    const other = await post('/provision', { bridgeToken, solanaDecimals: 8 })
    expect(await refusal(other)).toEqual({ status: 409, code: 'route_busy' })
    expect(Number(other.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    await release(1)
    expect((await first).status).toBe(200)
    expect((await post('/provision', { bridgeToken, solanaDecimals: 8 })).status).toBe(200)
  })

  test('a payer pays for one token at a time', async () => {
    const { post, calls, release } = await world.start({ steps: ['held', 'held', 'held'] })
    const tokens = [await world.deployToken(), await world.deployToken(), await world.deployToken()]
    const sent = tokens.map((bridgeToken) => post('/provision', { bridgeToken }))
    for (const run of [1, 2, 3]) {
      await expect.poll(async () => (await calls()).length).toBe(run)
      // The others have arrived, and wait.
      await post('/provision', {})
      expect(await calls()).toHaveLength(run)
      await release(run)
    }
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('tokens beyond the limit in progress are answered provisioner_busy, and none is lost', async () => {
    const proxy = await startRpcProxy(world.rpcUrl)
    try {
      const { post } = await world.start({ env: { BASE_RPC_URL: proxy.url } })
      const { promise: allSent, resolve: answer } = Promise.withResolvers<void>()
      proxy.mode = { holds: () => allSent }
      const tokens = Array.from({ length: 40 }, (_, i) => `0x${(i + 1).toString(16).padStart(40, 'a')}`)
      const codes: (string | null)[] = []
      const sent = tokens.map(async (bridgeToken) => {
        codes.push((await post('/provision', { bridgeToken })).headers.get('x-error-code'))
        if (codes.length === 8) answer()
      })
      await Promise.all(sent)
      expect(codes.filter((code) => code === 'invalid_request')).toHaveLength(32)
      expect(codes.filter((code) => code === 'provisioner_busy')).toHaveLength(8)
      expect((await post('/provision', { bridgeToken: await world.deployToken() })).status).toBe(200)
    } finally {
      await proxy.stop()
    }
  })

  test('a provisioner that ends ends its run of the CLI, and the next one finishes what was begun', async () => {
    const first = await world.start({ steps: ['orphan'] })
    const bridgeToken = await world.deployToken()
    const cut = first.post('/provision', { bridgeToken }).then(
      (answer) => answer.status,
      () => 'cut',
    )
    await vi.waitUntil(async () => (await first.calls()).some((call) => call.orphan !== undefined), { timeout: 45_000 })
    await first.stop()
    expect(['cut', 504]).toContain(await cut)
    const orphan = (await first.calls()).find((call) => call.orphan !== undefined)?.orphan ?? 0
    await vi.waitUntil(() => !isAlive(orphan), { timeout: 45_000 })
    const second = await world.start()
    expect((await second.post('/provision', { bridgeToken })).status).toBe(200)
  })
})

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
