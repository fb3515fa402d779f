import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'esbuild'
import { AGENT_READS } from '../schema/agents/tools.ts'
import { BY_CREDENTIAL, codesOf, DOCUMENT_CODES, HOST_CODES, PAGE_CODES, PROTOCOL_CODES } from '../schema/codesOf.ts'
import { ERROR_HELP } from '../schema/errorGuide/sections.ts'
import { ERRORS, type ErrorCode, isErrorCode } from '../schema/errors.ts'
import { OPERATIONS } from '../schema/index.ts'
import type { Operation } from '../schema/operation.ts'

const root = path.resolve(import.meta.dirname, '..')

const declaredBy = (operations: readonly Operation[]): ErrorCode[] =>
  operations.flatMap((one) => [...codesOf(one), ...(one['x-stream-errors'] ?? [])])

/** Codes of Workers that answer more than operations. */
const OF_WORKERS: Readonly<Record<string, readonly ErrorCode[]>> = {
  gateway: DOCUMENT_CODES,
  mcp: PROTOCOL_CODES,
  site: PAGE_CODES,
}

/** Every code that a Worker answers with. */
export function codesOfWorker(worker: string): ReadonlySet<ErrorCode> {
  const own = Object.entries(OPERATIONS).flatMap(([name, operations]) =>
    name === worker ? Object.values(operations) : [],
  )
  return new Set<ErrorCode>([...HOST_CODES, ...(OF_WORKERS[worker] ?? []), ...declaredBy(own)])
}

/**
 * Every code that may be thrown or caught in a Worker: those that it answers with or names anywhere, those of credentials, of
 * which the common code makes the names, and what the assistant’s reads of other families answer.
 */
async function codesMetIn(worker: string): Promise<ReadonlySet<string>> {
  const named: string[] = []
  for await (const file of glob([`{functions,schema}/${worker}/**/*.ts`, 'shared/**/*.ts'], { cwd: root }))
    named.push(...((await readFile(path.join(root, file), 'utf8')).match(/(?<=')[a-z_]+(?=')/g) ?? []))
  const ofReads = worker === 'agents' ? declaredBy(Object.values(AGENT_READS).flat()) : []
  const others = [...named.filter(isErrorCode), ...Object.values(BY_CREDENTIAL).flat(), ...ofReads]
  return new Set([...codesOfWorker(worker), ...others])
}

const TABLE = /(?<=const TABLE = )\{.*\n\}(?= as const satisfies)/s

/**
 * The catalogue as one Worker needs it: the codes that it may come across, with the titles and fixes of those that it answers
 * with, and without causes, which documents alone have.
 */
export const catalogueOf = (worker: string): Plugin => ({
  name: 'catalogue-of',
  setup(build) {
    // Core answers nobody, and its objects may pass on anything.
    if (worker !== 'gateway' && !Object.hasOwn(OPERATIONS, worker)) return
    build.onLoad({ filter: /[\\/]schema[\\/]errorGuide[\\/]sections\.ts$/ }, () => {
      const help = [...codesOfWorker(worker)].map((code) => [code, { ...ERROR_HELP[code], cause: undefined }])
      return { contents: `export const ERROR_HELP = ${JSON.stringify(Object.fromEntries(help))}` }
    })
    build.onLoad({ filter: /[\\/]schema[\\/]errors\.ts$/ }, async ({ path: file }) => {
      const met = await codesMetIn(worker)
      const entries = Object.entries(ERRORS).filter(([code]) => met.has(code))
      const table = Object.fromEntries(entries.map(([code, entry]) => [code, { ...entry, fault: undefined }]))
      const source = await readFile(file, 'utf8')
      return { contents: source.replace(TABLE, () => JSON.stringify(table)), loader: 'ts' }
    })
  },
})
