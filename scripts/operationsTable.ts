import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { OPERATIONS } from '../schema/index.ts'
import { credentialOf } from '../platform/credentialOf.ts'

export const operationsFile = path.resolve(import.meta.dirname, '../docs/operations.md')

/** docs/operations.md: every operation of the contract, by family. */
export function operationsTable(): string {
  const sections = Object.entries(OPERATIONS).flatMap(([family, operations]) => {
    const rows = Object.values(operations).map(
      (operation) =>
        `| ${operation.method.toUpperCase()} | \`${operation.path}\` | ${operation.operationId} | ${credentialOf(operation)} | ${operation.summary} |`,
    )
    if (rows.length === 0) return []
    return [`## ${family}`, '', '| | Path | operationId | Credential | |', '|---|---|---|---|---|', ...rows, '']
  })
  return [
    '# Operations',
    '',
    'Written by `npm run generate` from `schema/`. Paths follow the base URL, which ends in `/api`. The whole contract, with',
    'parameters and answers, is the OpenAPI document at `/openapi.json`; a family is at `/api/v1/spec/<family>.json`, an operation',
    'at `/api/v1/spec/operations/<operationId>.json` ([documents.md](documents.md)).',
    '',
    ...sections,
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) {
  const table = operationsTable()
  if ((await readFile(operationsFile, 'utf8').catch(() => '')) !== table) await writeFile(operationsFile, table)
}
