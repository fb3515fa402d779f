import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OPERATIONS } from '../schema/index.ts'
import type { Without } from '../schema/needs.ts'
import type { Operation } from '../schema/operation.ts'
import { ROLES } from '../shared/chain/config.ts'
import { credentialOf } from '../platform/credentialOf.ts'
import { BINDINGS, D1, familyNames, type Bindings } from '../platform/workers.ts'

export const requirementsFile = path.resolve(import.meta.dirname, '../docs/requirements.md')

export type NeedKind = 'role' | 'secret' | 'variable'

/** What the name of a need stands for. */
export function kindOf(name: string): NeedKind {
  if (ROLES.some((role) => role === name)) return 'role'
  return Object.values(BINDINGS).some(({ secrets }) => secrets.includes(name)) ? 'secret' : 'variable'
}

const INTRODUCTION = `# Requirements

Written by \`npm run generate\` from \`x-needs\` in the contract and \`platform/workers.ts\`: what each operation needs from its deployment,
and what it answers without it. A role is an address in the chain configuration; a secret or a variable is one of the Worker's
([configuration.md](configuration.md)). What a row does not name, its operation does not need. A test takes each away in turn.

- \`multicall3\` belongs to every chain configuration: any read of the chain may use it.
- A session needs what \`getAuthNonce\` and \`verifyAuth\` need; a receipt needs what \`createAgentNonce\` needs, and where
  \`SIWA_RECEIPT_SECRET\` or \`identityRegistry\` is absent a request that carries one is answered 503 \`siwa_not_configured\`.
- Bindings come with each Worker's \`wrangler.toml\`: every Worker has \`LIMITS\`, and the others are named here. If what is
  behind one fails, a write answers 503 \`store_unavailable\` or \`limiter_unavailable\`, and a read continues without it if it can.
`

/** docs/requirements.md: what each operation needs, by family. */
export function requirementsTable(): string {
  const sections = familyNames().flatMap((family) => {
    const operations = Object.values(OPERATIONS[family])
    if (operations.length === 0) return []
    const bindings = bindingsOf(BINDINGS[family])
    return [
      `## ${family}`,
      '',
      ...(bindings.length === 0 ? [] : [`Bindings: ${bindings.map(code).join(', ')}.`, '']),
      '| Operation | Credential | Needs | Without it |',
      '|---|---|---|---|',
      ...operations.flatMap(rowsOf),
      '',
    ]
  })
  return [INTRODUCTION, ...sections].join('\n')
}

const code = (text: string): string => `\`${text}\``

const bindingsOf = ({ d1, objects, buckets, assets }: Bindings): string[] => [
  ...(d1 ? [D1.binding] : []),
  ...(assets ? ['ASSETS'] : []),
  ...buckets,
  ...objects,
]

/** The first row of an operation has its name. */
function rowsOf(operation: Operation): string[] {
  const { operationId: id, 'x-needs': needs, 'x-after': after } = operation
  const cells = [
    ...(after === undefined ? [] : [`${code(after)} | as stated there`]),
    ...Object.entries(needs).map(([name, without]) => `${code(name)}, ${kindOf(name)} | ${toText(without)}`),
  ]
  if (cells.length === 0) cells.push('nothing |')
  return cells.map((cell, i) => `| ${i === 0 ? `${id} | ${credentialOf(operation)}` : ' |'} | ${cell} |`)
}

export function toText(without: Without): string {
  if (typeof without === 'string') return `503 ${code(without)}`
  if ('error' in without) return `503 ${code(without.error)}, if ${without.when}`
  const values = Object.entries(without.answers).map(([field, value]) => `${code(field)} is ${code(String(value))}`)
  return `200, where ${values.join(' and ')}`
}

if (process.argv[1] === import.meta.filename) {
  const table = requirementsTable()
  if ((await readFile(requirementsFile, 'utf8').catch(() => '')) !== table) await writeFile(requirementsFile, table)
}
