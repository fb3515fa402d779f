import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { codesOf, DOCUMENT_CODES, HOST_CODES } from '../schema/codesOf.ts'
import { ERROR_HELP } from '../schema/errorGuide/sections.ts'
import { ERRORS, type ErrorCode } from '../schema/errors.ts'
import { FAMILIES } from '../schema/families.ts'
import { OPERATIONS } from '../schema/index.ts'

type ServingWorker = keyof typeof OPERATIONS

const isServing = (worker: string): worker is ServingWorker => worker === 'gateway' || Object.hasOwn(FAMILIES, worker)

/** Every code that a Worker may answer with. */
export function codesOfWorker(worker: ServingWorker): ReadonlySet<ErrorCode> {
  const operations = Object.values(OPERATIONS[worker])
  const declared = operations.flatMap((one) => [...codesOf(one), ...(one['x-stream-errors'] ?? [])])
  return new Set<ErrorCode>([...HOST_CODES, ...(worker === 'gateway' ? DOCUMENT_CODES : []), ...declared])
}

const TABLE = /(?<=const TABLE = )\{.*\n\}(?= as const satisfies)/s

/**
 * The catalogue as one Worker needs it: texts and fixes of the codes that it may answer with, and no causes, which documents
 * alone have. Status and retry of all codes stay.
 */
export const catalogueOf = (worker: string): Plugin => ({
  name: 'catalogue-of',
  setup(build) {
    if (!isServing(worker)) return
    const codes = codesOfWorker(worker)
    build.onLoad({ filter: /[\\/]schema[\\/]errorGuide[\\/]sections\.ts$/ }, () => {
      const help = [...codes].map((code) => [code, { fix: ERROR_HELP[code].fix }] as const)
      return { contents: `export const ERROR_HELP = ${JSON.stringify(Object.fromEntries(help))}` }
    })
    build.onLoad({ filter: /[\\/]schema[\\/]errors\.ts$/ }, async ({ path: file }) => {
      const entries = Object.entries(ERRORS).map(([code, { text, fault: _, ...entry }]) => [
        code,
        { ...entry, ...([...codes].some((own) => own === code) ? { text } : {}) },
      ])
      const source = await readFile(file, 'utf8')
      const contents = source.replace(TABLE, () => JSON.stringify(Object.fromEntries(entries)))
      return { contents, loader: 'ts' }
    })
  },
})
