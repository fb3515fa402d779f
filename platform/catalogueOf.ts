import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { AGENT_READS } from '../schema/agents/tools.ts'
import { codesOf, COMMON_CODES, DOCUMENT_CODES, HOST_CODES } from '../schema/codesOf.ts'
import { ERROR_HELP } from '../schema/errorGuide/sections.ts'
import { ERRORS, type ErrorCode } from '../schema/errors.ts'
import { OPERATIONS } from '../schema/index.ts'
import type { Operation } from '../schema/operation.ts'

const codesIn = (operations: readonly Operation[]): ErrorCode[] =>
  operations.flatMap((one) => [...codesOf(one), ...(one['x-stream-errors'] ?? [])])

/** Every code that a Worker answers with. */
export function codesOfWorker(worker: string): ReadonlySet<ErrorCode> {
  const own = Object.entries(OPERATIONS).flatMap(([name, operations]) =>
    name === worker ? Object.values(operations) : [],
  )
  return new Set<ErrorCode>([...HOST_CODES, ...(worker === 'gateway' ? DOCUMENT_CODES : []), ...codesIn(own)])
}

/** Every code that it may come across: what common code throws, and what the assistant’s reads of others answer. */
const codesMetBy = (worker: string): ReadonlySet<ErrorCode> =>
  new Set([
    ...codesOfWorker(worker),
    ...COMMON_CODES,
    ...(worker === 'agents' ? codesIn(Object.values(AGENT_READS).flat()) : []),
  ])

const TABLE = /(?<=const TABLE = )\{.*\n\}(?= as const satisfies)/s

/**
 * The catalogue as one Worker needs it: entries of the codes that it may come across, with a text and a fix where it answers
 * with them; without causes, which documents alone have. A law sees to it that no other code is thrown in it.
 */
export const catalogueOf = (worker: string): Plugin => ({
  name: 'catalogue-of',
  setup(build) {
    // Core answers nobody, and its objects may pass on anything.
    if (worker === 'core') return
    const answered = codesOfWorker(worker)
    const help = Object.fromEntries([...answered].map((code) => [code, { fix: ERROR_HELP[code].fix }]))
    const entries = [...codesMetBy(worker)].map((code) => {
      const { text, fault: _, ...entry } = ERRORS[code]
      return [code, answered.has(code) ? { ...entry, text } : entry] as const
    })
    build.onLoad({ filter: /[\\/]schema[\\/]errorGuide[\\/]sections\.ts$/ }, () => ({
      contents: `export const ERROR_HELP = ${JSON.stringify(help)}`,
    }))
    build.onLoad({ filter: /[\\/]schema[\\/]errors\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8')
      const contents = source.replace(TABLE, () => JSON.stringify(Object.fromEntries(entries)))
      return { contents, loader: 'ts' }
    })
  },
})
