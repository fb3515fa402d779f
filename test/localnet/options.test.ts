import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readChainFile, readOptions, USAGE } from '../../localnet/options.ts'
import { base } from '../../shared/chain/networks/base.ts'

const RPC = 'http://127.0.0.1:8545'
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'options-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const written = async (name: string, text: string): Promise<string> => {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

describe('happy', () => {
  test('nothing means a world of its own, and --keep that of the last start', () => {
    expect(readOptions([])).toEqual({ help: false, built: false, keep: false })
    expect(readOptions(['--built'])).toEqual({ help: false, built: true, keep: false })
    expect(readOptions(['--keep'])).toEqual({ help: false, built: false, keep: true })
  })

  test('--rpc and --config name another chain', () => {
    expect(readOptions(['--rpc', RPC, '--config', 'base']).other).toEqual({ rpc: RPC, config: 'base' })
  })

  test.each([['--help'], ['-h'], ['--help', '--rpc', 'nonsense']])('%s asks for the text alone', (...args) => {
    expect(readOptions(args)).toEqual({ help: true, built: false, keep: false })
  })

  test('the text names every option and variable', () => {
    const names = [
      '--rpc',
      '--config',
      '--keep',
      '--built',
      '--help,',
      'PORT',
      'LOCALNET_RPC_PORT',
      'LOCALNET_DIR',
      'TRUSTED_ORIGINS',
      'LOG_LEVEL',
    ]
    expect(names.filter((name) => !USAGE.includes(`\n  ${name} `))).toEqual([])
  })

  test('base is Base mainnet, and a file brings its configuration and secrets', async () => {
    expect(await readChainFile('base')).toEqual({ config: base, secrets: {} })
    const usdc = base.contracts.usdc
    const manifest = {
      chainId: 31337,
      contracts: { usdc },
      startBlock: 7,
      secrets: { CRON_SECRET: 'x', odd: 1 },
      api: '',
    }
    const { config, secrets } = await readChainFile(await written('manifest.json', JSON.stringify(manifest)))
    expect(config).toMatchObject({ chainId: 31337, contracts: { usdc }, startBlock: 7 })
    expect(secrets).toEqual({ CRON_SECRET: 'x' })
  })
})

describe('error', () => {
  test.each([
    [['--rpc', RPC], '--rpc and --config must be used together'],
    [['--config', 'base'], '--rpc and --config must be used together'],
    [['--rpc', 'localhost:8545', '--config', 'base'], '--rpc: localhost:8545 is not an http or https URL'],
    [['--rpc', 'file:///etc/passwd', '--config', 'base'], 'is not an http or https URL'],
    [['--rpc', RPC, '--config', 'base', '--keep'], '--keep: continues the local world'],
    [['--port', '1'], "Unknown option '--port'"],
    [['base'], 'Unexpected argument'],
  ])('%j is refused', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })

  test('a file is named with what is wrong with it', async () => {
    await expect(readChainFile('nowhere.json')).rejects.toThrow('--config nowhere.json: the file does not exist')
    await expect(readChainFile(folder)).rejects.toThrow(`--config ${folder}: `)
    const cases = {
      '{': /JSON/,
      '[]': /an object/,
      '{"chainId":1}': /contracts/,
      '{"chainId":0,"contracts":{}}': /chainId/,
    }
    for (const [text, message] of Object.entries(cases)) {
      const file = await written('wrong.json', text)
      await expect(readChainFile(file)).rejects.toThrow(`--config ${file}: `)
      await expect(readChainFile(file)).rejects.toThrow(message)
    }
    const role = await written('role.json', '{"chainId":1,"contracts":{"usdc":"0x12"}}')
    await expect(readChainFile(role)).rejects.toThrow(/contracts\.usdc/)
  })
})
