import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { account } from '../../schema/account/index.ts'
import { authVariables } from '../../shared/env/authEnv.ts'
import { readDeployArguments } from '../../scripts/deployArguments.ts'
import { readSecrets, withSecretsFile } from '../../scripts/deploySecrets.ts'
import { BINDINGS, type WorkerName } from '../../platform/workers.ts'
import { root, textOf } from './sources.ts'

const deploy = (...args: readonly string[]) =>
  spawnSync(process.execPath, [path.join(root, 'scripts/deploy.ts'), ...args], { encoding: 'utf8' })

test('what is refused is refused with the usage', () => {
  const { status, stderr } = deploy()
  expect(status).toBe(2)
  expect(stderr).toMatch(
    /^--env: is required\nusage: npm run deploy -- --env staging\|production \[--secrets <file>\] \[--dry-run\]/,
  )
})

test.each([
  [[], '--env: is required'],
  [['--env', 'prod'], '--env: prod is not an environment'],
  [['--env'], '--env'],
  [['--environment', 'staging'], '--environment'],
  [['--env', 'staging', '--dry'], '--dry'],
])('%j is refused', (args, message) => {
  expect(() => readDeployArguments(args)).toThrow(message)
})

test('a deployment is of what its arguments say', () => {
  expect(readDeployArguments(['--env', 'staging', '--dry-run'])).toEqual({
    name: 'staging',
    secretsFile: undefined,
    dryRun: true,
  })
  expect(readDeployArguments(['--env', 'production'])).toMatchObject({ name: 'production', dryRun: false })
})

test.each(['--help', '-h'])('%s asks for help, whatever else is there', (flag) => {
  expect(readDeployArguments([flag, '--env', 'nowhere'])).toBe('help')
})

test('help is the usage, and nothing is wrong with that', () => {
  const { status, stdout, stderr } = deploy('-h')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^usage: npm run deploy -- --env staging\|production \[--secrets <file>\] \[--dry-run\]\n$/)
})

test('a file of secrets that does not exist is named in one line', () => {
  expect(() => readSecrets('nowhere/.secrets')).toThrow(/^--secrets: nowhere\/\.secrets does not exist$/)
})

test('nothing is deployed while the database is a placeholder', () => {
  const { status, stdout, stderr } = deploy('--env', 'production')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^production: databaseId is a placeholder; .*platform\/workers\.ts/)
  expect(stdout).toBe('')
})

describe('the secrets of a file', () => {
  const inFile = async <T>(text: string, use: (file: string) => T): Promise<T> => {
    const directory = await mkdtemp(path.join(tmpdir(), 'deploy-'))
    try {
      const file = path.join(directory, '.secrets.staging')
      await writeFile(file, text)
      return use(file)
    } finally {
      await rm(directory, { recursive: true })
    }
  }

  test('reach the Workers that read them, a previous one too, in a file of this user that does not stay', async () => {
    const lines = ['# of staging', 'RPC_URLS="https://a.example/x, https://b.example"', 'AUTH_NONCE_SECRET=']
    const given = [...lines, 'SIWA_RECEIPT_SECRET=new', 'SIWA_RECEIPT_SECRET_PREVIOUS=old'].join('\n')
    const secrets = await inFile(given, readSecrets)
    const uploadedTo = (worker: WorkerName) => {
      let uploaded: unknown
      let kept = ''
      withSecretsFile(worker, secrets, (file) => {
        if (file === undefined) return
        kept = file
        expect(statSync(file).mode & 0o777).toBe(0o600)
        uploaded = JSON.parse(readFileSync(file, 'utf8'))
      })
      expect(existsSync(kept)).toBe(false)
      return uploaded
    }
    const RPC_URLS = 'https://a.example/x, https://b.example'
    expect(uploadedTo('gauge')).toEqual({ RPC_URLS })
    expect(uploadedTo('build')).toEqual({
      RPC_URLS,
      SIWA_RECEIPT_SECRET: 'new',
      SIWA_RECEIPT_SECRET_PREVIOUS: 'old',
    })
    expect(BINDINGS.gateway.secrets).toEqual([])
    expect(uploadedTo('gateway')).toBeUndefined()
  })

  test('are refused by their name, never shown, when no Worker reads them', async () => {
    const { status, stdout, stderr } = await inFile('RPC_URL=https://key.example\n', (file) =>
      deploy('--env', 'staging', '--secrets', file),
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain('no Worker reads RPC_URL of ')
    expect(stderr).not.toContain('key.example')
  })
})

test('the deployment guide names all that signing in needs', () => {
  const section = /## What sign-in needs\n([^]*?)\n## /.exec(textOf('docs/deployment.md'))?.[1] ?? ''
  const { getAuthNonce, verifyAuth, createAgentNonce, verifyAgent } = account
  const operations = [getAuthNonce, verifyAuth, createAgentNonce, verifyAgent]
  const needs = operations.flatMap((one) => Object.keys(one['x-needs']))
  expect(needs).toContain('AUTH_NONCE_SECRET')
  // Machines have a secret of their own, and sign in to nothing.
  const own = Object.keys(authVariables).filter((name) => name !== 'CRON_SECRET' && !name.endsWith('_PREVIOUS'))
  const everywhere = ['BASE_URL', 'TRUSTED_ORIGINS', 'APP_URL', 'LIMITS', 'DB']
  expect([...needs, ...own, ...everywhere].filter((name) => !section.includes(`\`${name}\``))).toEqual([])
  const codes = operations.flatMap((one) => Object.values(one['x-needs']))
  expect(codes.filter((code) => typeof code === 'string' && !section.includes(`\`${code}\``))).toEqual([])
})

test('continuous integration runs the tests as the README says, and the dry run of both environments', () => {
  expect(textOf('.ci/run')).toMatch(/\nnpm ci && wait "\$packages" && npm test && npm run test:whole\n$/)
  const workflow = textOf('.github/workflows/ci.yml')
  expect(workflow).toContain('run: .ci/run')
  expect(workflow).toContain('environment: [staging, production]')
  expect(workflow).toContain('npm run deploy -- --env ${{ matrix.environment }} --dry-run')
})
