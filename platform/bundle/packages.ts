import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'esbuild'
import { withPureClasses, withPureConstants } from './pureConstants.ts'
import { usedSchemas } from './zodParts.ts'

/** A module whose exports do nothing. */
function absent(source: string): string {
  const declared = [...source.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name ?? '')
  const listed = [...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap(
    ([, list]) => list?.match(/\w+(?=\s*(?:,|$))/g) ?? [],
  )
  return `function absent() {}\nexport { ${[...new Set([...declared, ...listed])].map((name) => `absent as ${name}`).join(', ')} }`
}

const AWAITED = /const \{ ([\w, ]+) \} = await import\(['"]([^'"]+)['"]\)/g

/** A module that imports at its start what it would import when it is called. A bundle has all of it in one place anyway. */
function withStaticImports(source: string): string {
  const imports: string[] = []
  const contents = source.replace(AWAITED, (_, list: string, from: string) => {
    const names = list.split(', ')
    imports.push(`import { ${names.map((name) => `${name} as imported_${name}`).join(', ')} } from '${from}'`)
    return `const ${names.map((name) => `${name} = imported_${name}`).join(', ')}`
  })
  return [...imports, contents].join('\n')
}

/** Files of packages, and how a Worker reads them. */
const READ_AS: readonly (readonly [RegExp, (source: string, file: string) => string])[] = [
  // zod brings every language of its messages; ours are English alone.
  [/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.(js|cjs)$/, () => `export { default as en } from './en.js'`],
  // The OpenAPI document is made by the build, and schemas are not compiled at run time. A schema's own methods name these
  // modules, so that they can't be left out by themselves.
  [
    /[\\/]zod[\\/]v4[\\/](core[\\/](compile|to-json-schema|json-schema-processors|json-schema-generator)|classic[\\/]from-json-schema)\.js$/,
    absent,
  ],
  // It validates what a person has entered for a server of MCP to go on, which ours never asks for.
  [/[\\/]@modelcontextprotocol[\\/]server[\\/]dist[\\/]cfWorkerProvider-\w+\.mjs$/, absent],
  // By way of another module the bundler keeps every utility. No Worker may compile schemas (`eval`).
  [
    /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/,
    (source) =>
      usedSchemas(source)
        .replace('import { util } from "../core/index.js"', 'import * as util from "../core/util.js"')
        .replaceAll('core.util.', 'util.')
        .replace('core.$ZodObjectJIT.init', 'core.$ZodObject.init'),
  ],
  // No Worker mounts another application, reads forms by hono, or answers with its HTML.
  [/[\\/]hono[\\/]dist[\\/]utils[\\/](?:body|html|mount)\.js$/, absent],
  [/[\\/]hono[\\/]dist[\\/]hono-base\.js$/, (source) => source.replace(/^\tmount\([^]*?^\t\}\n/m, '')],
  // No query by relations, and no table whose columns are made by a function.
  [/[\\/]drizzle-orm[\\/](relations|sqlite-core[\\/](query-builders[\\/]query|columns[\\/]all))\.js$/, absent],
  [
    /[\\/]drizzle-orm[\\/]sqlite-core[\\/]dialect\.js$/,
    (source) => withPureClasses(source.replace(/^  buildRelationalQuery\([^]*?^  \}$/m, '')),
  ],
  [/[\\/]@x402[\\/]core[\\/]dist[\\/]esm[\\/]chunk-\w+\.mjs$/, withPureConstants],
  [/[\\/]drizzle-orm[\\/][\w-]+(?:[\\/][\w-]+)*\.js$/, withPureClasses],
  [/[\\/](?:viem[\\/]_esm|@buildersgarden[\\/]siwa[\\/]dist)[\\/][\w\\/.-]+\.js$/, withStaticImports],
]

/**
 * Reads packages without the parts that no Worker uses, and so that the bundler can leave out what one Worker doesn't. Bundles of whole
 * packages have 215 to 263 KiB gzip at start where several rooms meet (agents, workspace, account, market); the bound is 200, 260 of agents.
 */
export const packages: Plugin = {
  name: 'packages',
  setup(build) {
    for (const [filter, read] of READ_AS)
      build.onLoad({ filter }, async ({ path: file }) => ({
        contents: read(await readFile(file, 'utf8'), file),
        resolveDir: path.dirname(file),
      }))
  },
}
