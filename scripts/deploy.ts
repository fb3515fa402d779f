import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { BINDINGS, D1, type Environment, type EnvironmentName, ENVIRONMENTS, WORKER_NAMES } from './workers.ts'
import { wranglerFile } from './wrangler.ts'

const USAGE = `usage: npm run deploy -- --env ${Object.keys(ENVIRONMENTS).join('|')} [--dry-run]`

const root = path.resolve(import.meta.dirname, '..')
const wranglerScript = path.join(
  path.dirname(createRequire(import.meta.url).resolve('wrangler/package.json')),
  'bin/wrangler.js',
)

/**
 * Deploys everything with wrangler: migrations, then core, the families, and the gateway last. Stops at the first failure;
 * what was deployed until then stays, and each family works with the ones before it.
 */
function deploy(name: EnvironmentName, dryRun: boolean): void {
  const environment: Environment = ENVIRONMENTS[name]
  if (!dryRun) refusePlaceholders(name, environment)
  console.log(
    `Secrets (npx wrangler secret put <NAME> -c <file> --env ${name}); where one is absent, the routes that need it answer 503:`,
  )
  for (const worker of WORKER_NAMES) {
    const { secrets } = BINDINGS[worker]
    if (secrets.length > 0) console.log(`  ${wranglerFile(worker).padEnd(34)} ${secrets.join(' ')}`)
  }

  if (dryRun) console.log('\nMigrations: not applied in a dry run')
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
    wrangler(worker, ['deploy', '-c', wranglerFile(worker), '--env', name, ...(dryRun ? ['--dry-run'] : [])])
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
    throw new Error(`${what}: ${error?.message ?? `wrangler ended with ${status}`}; nothing after it was deployed`)
}

/** The database ids that the project comes with belong to nobody. */
function refusePlaceholders(name: EnvironmentName, { databaseId }: Environment): void {
  if (databaseId.startsWith('00000000-')) {
    throw new Error(
      `${name} has a placeholder for its database: set databaseId, host and variables in scripts/workers.ts, then npm run generate`,
    )
  }
}

const isEnvironment = (name: string | undefined): name is EnvironmentName =>
  name !== undefined && Object.hasOwn(ENVIRONMENTS, name)

function readArguments(): { name: EnvironmentName; dryRun: boolean } {
  const { values } = parseArgs({ options: { env: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } })
  if (!isEnvironment(values.env))
    throw new Error(values.env === undefined ? '--env is missing' : `there is no environment ${values.env}`)
  return { name: values.env, dryRun: values['dry-run'] }
}

function main(): number {
  let given: ReturnType<typeof readArguments>
  try {
    given = readArguments()
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    return 2
  }
  try {
    deploy(given.name, given.dryRun)
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

process.exitCode = main()
