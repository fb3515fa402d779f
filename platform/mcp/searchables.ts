import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Searchable } from '../../functions/mcp/search/terms.ts'
import { codesOf } from '../../schema/codesOf.ts'
import { isObject } from '../json.ts'
import type { Described } from './describeOperations.ts'

const docs = path.resolve(import.meta.dirname, '../../docs')
/** How people ask for an operation, in words that its own texts do not have: for the index alone. */
const ASKS = path.join(import.meta.dirname, 'asks.json')
/** Tables of everything say nothing of one operation. */
const TABLES = ['operations.md', 'requirements.md', 'errors.md', 'configuration.md']

/** Codes that nearly every operation declares find none. */
const COMMON_SHARE = 0.3

/** The search entry of each operation. */
export function searchables(described: readonly Described[]): readonly Searchable[] {
  const paragraphs = readdirSync(docs)
    .filter((file) => file.endsWith('.md') && !TABLES.includes(file))
    .flatMap((file) => readFileSync(path.join(docs, file), 'utf8').split(/\n\s*\n|\n(?=- )/))
  const asks = new Map(
    Object.entries(z.record(z.string(), z.array(z.string())).parse(JSON.parse(readFileSync(ASKS, 'utf8')))),
  )
  const declared = described.map(({ operation }) => new Set<string>(codesOf(operation)))
  const isRare = (code: string) => declared.filter((codes) => codes.has(code)).length <= COMMON_SHARE * described.length
  return described.map(({ callable, tool, documented }, i) => ({
    id: callable.operationId,
    title: tool.title,
    path: callable.path,
    functions: [...functionsIn(documented)].join(' '),
    codes: [...(declared[i] ?? [])].filter(isRare).join(' '),
    arguments: callable.args.join(' '),
    description: tool.description,
    asks: asks.get(callable.operationId) ?? [],
    docs: paragraphs.filter((text) => mentions(text, callable)).join(' '),
  }))
}

function mentions(text: string, { operationId, method, path: route }: Described['callable']): boolean {
  return new RegExp(`\\b${operationId}\\b`).test(text) || text.includes(`\`${method} ${route}`)
}

/** Contract functions in the examples of an operation: `function` is a signature there. */
function functionsIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (!isObject(node)) return found
  for (const [key, value] of Object.entries(node)) {
    if (key === 'function' && typeof value === 'string') found.add(value.split('(', 1)[0] ?? '')
    else functionsIn(value, found)
  }
  return found
}
