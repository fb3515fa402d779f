import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type * as z from 'zod'
import { LocalnetEnv } from '../localnet/env.ts'
import { ProvisionerEnv } from '../provisioner/env.ts'
import { OPERATIONS } from '../schema/index.ts'
import { about, type About } from '../shared/env/declare.ts'
import { ProvisionerClientEnv } from '../provisioner/client/provisionerOptions.ts'
import { toText } from './requirementsTable.ts'
import { aboutOf, ENVIRONMENTS, familyNames, serviceBinding, WORKER_NAMES } from '../platform/workers.ts'

export const configurationFile = path.resolve(import.meta.dirname, '../docs/configuration.md')

const environments = Object.keys(ENVIRONMENTS)
const operations = Object.values(OPERATIONS).flatMap((family) => Object.values(family))

const INTRODUCTION = `# Configuration

Written by \`npm run generate\` from the schemas of the environments: \`shared/env/\`, \`functions/<family>/env.ts\`,
\`localnet/env.ts\` and \`provisioner/env.ts\`. Text variables are in \`platform/workers.ts\`, one set for each environment
(${environments.join(', ')}); secrets are set with \`npx wrangler secret put <NAME> -c functions/<family>/wrangler.toml --env <environment>\`,
and \`npm run deploy\` lists which Worker needs which. [requirements.md](requirements.md) has the same by operation.

An environment is read once, with the first request. An empty variable counts as absent. A wrong value makes the Worker answer
500 \`internal_error\`, and its log names the variable and says what it must be, unless the table says that a wrong one counts as
absent: then only the routes that need it are unavailable.
`

interface Row {
  readonly name: string
  readonly known: About
  readonly workers: readonly string[]
}

/** docs/configuration.md: every variable, secret and binding, who is given it, and what happens without it. */
export function configurationPage(): string {
  const rows = workerRows()
  const ofKind = (...kinds: readonly About['kind'][]) => rows.filter(({ known }) => kinds.includes(known.kind))
  return [
    INTRODUCTION,
    '## Text variables of the Workers',
    '',
    ...table(ofKind('variable'), true),
    '',
    '## Secrets of the Workers',
    '',
    'Each has one purpose. While one is being rotated, its previous value is kept as `<NAME>_PREVIOUS`, if there is one.',
    '',
    ...table(ofKind('secret'), true),
    '',
    '## Bindings of the Workers',
    '',
    'They come with each `wrangler.toml`. A Worker that lacks one answers 500.',
    '',
    '| Name | Workers | What |',
    '|---|---|---|',
    ...ofKind('database', 'bucket', 'object', 'service', 'assets').map(
      ({ name, known, workers }) => `| ${code(name)} | ${workers.join(', ')} | ${known.meaning} |`,
    ),
    '',
    '## `npm start`',
    '',
    ...table(rowsOf(LocalnetEnv), false),
    '',
    '## The provisioner',
    '',
    'The environment of `npm run provisioner`, which does not start with wrong values and names each of them.',
    '',
    ...table(rowsOf(ProvisionerEnv), false),
    '',
    '## An application that calls a provisioner',
    '',
    ...table(rowsOf(ProvisionerClientEnv), false),
    '',
  ].join('\n')
}

/** One row for each name; those of a class, of a rotation and of a family that differ by their name alone share one. */
function workerRows(): Row[] {
  const rows = new Map<string, { known: About; workers: string[] }>()
  for (const worker of WORKER_NAMES) {
    for (const [name, known] of aboutOf(worker)) {
      const shown = shownAs(name)
      if (shown === undefined) continue
      const row = rows.get(shown) ?? { known, workers: [] }
      if (!row.workers.includes(worker)) row.workers.push(worker)
      rows.set(shown, row)
    }
  }
  return [...rows].map(([name, { known, workers }]) => ({ name, known, workers: toWorkers(workers) }))
}

const services = new Set(familyNames().map(serviceBinding))

function shownAs(name: string): string | undefined {
  if (name.endsWith('_PREVIOUS')) return undefined
  if (services.has(name)) return '<FAMILY>'
  return /^LIMIT_(?!MULTIPLIER$|COUNTER$)/.test(name) ? 'LIMIT_<CLASS>' : name
}

function toWorkers(workers: readonly string[]): string[] {
  const missing = WORKER_NAMES.filter((name) => !workers.includes(name))
  if (missing.length === 0) return ['all']
  return missing.length <= 3 ? [`all but ${missing.join(' and ')}`] : [...workers]
}

const rowsOf = ({ shape }: z.ZodObject): Row[] =>
  Object.entries(shape).map(([name, schema]) => {
    const known = about.get(schema)
    if (!known) throw new Error(`nothing is declared for ${name}`)
    return { name, known, workers: [] }
  })

function table(rows: readonly Row[], hasWorkers: boolean): string[] {
  const head = hasWorkers ? '| Name | Workers |' : '| Name |'
  return [
    `${head} Meaning | Must be | Without it |`,
    `${hasWorkers ? '|---|---|' : '|---|'}---|---|---|`,
    ...rows.map(({ name, known, workers }) => {
      const cells = [known.meaning, known.format ?? '', withoutIt(name, known)]
      return `| ${[code(name), ...(hasWorkers ? [workers.join(', ')] : []), ...cells].join(' | ')} |`
    }),
  ]
}

const code = (text: string): string => `\`${text}\``

/** Its default; else what the operations that need it answer; else what is declared. */
function withoutIt(name: string, { fallback = '', without }: About): string {
  if (fallback !== '') return code(fallback)
  const told = operations.flatMap(({ 'x-needs': needs }) => (Object.hasOwn(needs, name) ? [needs[name]] : []))
  const answers = new Set(told.flatMap((one) => (one === undefined ? [] : [toText(one)])))
  return [...(without === undefined || answers.size > 0 ? [] : [without]), ...answers].join('; ') || 'nothing'
}

if (process.argv[1] === import.meta.filename) {
  const page = configurationPage()
  if ((await readFile(configurationFile, 'utf8').catch(() => '')) !== page) await writeFile(configurationFile, page)
}
