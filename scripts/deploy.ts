import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type DeployArguments, readDeployArguments } from './deployArguments.ts'
import { readSecrets, withSecretsFile, type Secrets } from './deploySecrets.ts'
import {
  BINDINGS,
  D1,
  type Environment,
  type EnvironmentName,
  ENVIRONMENTS,
  WORKER_NAMES,
} from '../platform/workers.ts'
import { wranglerFile } from '../platform/wrangler.ts'

const USAGE = `usage: npm run deploy -- --env ${Object.keys(ENVIRONMENTS).join('|')} [--secrets <file>] [--dry-run]`

const root = path.resolve(import.meta.dirname, '..')
const wranglerScript = path.join(
  path.dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'bin/wrangler.js',
)

/**
 * Deploys everything with wrangler: migrations, then core, the families, and the gateway last. Each Worker gets only the
 * secrets that it reads. Stops at the first failure; what was deployed until then stays, and each family
 * works with the ones before it.
 */
function deploy(name: EnvironmentName, secrets: Secrets, dryRun: boolean): void {
  const environment: Environment = ENVIRONMENTS[name]
  if (!dryRun) refusePlaceholders(name, environment)
  console.log('Secrets by Worker (+: in the file; operations without their secret answer 503):')
  for (const worker of WORKER_NAMES) {
    const names = BINDINGS[worker].secrets.map((secret) => (Object.hasOwn(secrets, secret) ? `+${secret}` : secret))
    if (names.length > 0) console.log(`  ${wranglerFile(worker).padEnd(34)} ${names.join(' ')}`)
  }

  if (dryRun) console.log('\nmigrations: not applied in a dry run')
  else
    wrangler('migrations', [
      'd1',
      'migrations',
      'apply',
      `${D1.name}${environment.suffix}`,
      '--remote',
      '-c',
      wranglerFile('core'),
      '--env',
      name,
    ])

  for (const [i, worker] of WORKER_NAMES.entries()) {
    console.log(`\n${worker} (${i + 1} of ${WORKER_NAMES.length})`)
    withSecretsFile(worker, secrets, (file) =>
      wrangler(worker, [
        'deploy',
        '-c',
        wranglerFile(worker),
        '--env',
        name,
        ...(dryRun ? ['--dry-run'] : []),
        ...(file === undefined ? [] : ['--secrets-file', file]),
      ]),
    )
  }
  console.log(`\n${WORKER_NAMES.length} Workers ${dryRun ? 'would be deployed' : 'deployed'} to ${name}`)
}

function wrangler(what: string, args: readonly string[]): void {
  const { status, error } = spawnSync(process.execPath, [wranglerScript, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  })
  if (status !== 0)
    throw new Error(
      `${what}: ${error?.message ?? `wrangler failed with exit code ${status}`}; later Workers are not deployed`,
    )
}

/** The database ids that come with the project are placeholders. */
function refusePlaceholders(name: EnvironmentName, { databaseId }: Environment): void {
  if (databaseId.startsWith('00000000-')) {
    throw new Error(
      `${name}: databaseId is a placeholder; set databaseId, host and variables in platform/workers.ts, then run npm run generate`,
    )
  }
}

function main(): number {
  let given: DeployArguments | 'help'
  try {
    given = readDeployArguments(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    return 2
  }
  if (given === 'help') {
    console.log(USAGE)
    return 0
  }
  try {
    deploy(given.name, given.secretsFile === undefined ? {} : readSecrets(given.secretsFile), given.dryRun)
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

process.exitCode = main()
