import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { root } from './modulesOf.ts'
import { withHashes, withParsedAbis } from './parsedAbis.ts'
import { withPureConstants } from './pureConstants.ts'

/** Keys, indexes and checks of a table: for migrations, which the build makes. No query needs them. */
const CONSTRAINTS = /^  \(t\) => \[[^]*?\],\n(?=\))/gm
const isTable = /[\\/]drizzle[\\/]\w+\.ts$/

const OWN = /[\\/](?:schema|drizzle|shared|functions)[\\/](?:[\w-]+[\\/])*[\w.-]+\.ts$/

/** Modules that are computed here: from many ABIs, and from a catalogue with causes, which a bundle then need not contain. */
const COMPUTED = ['shared/calldata/contractErrors.ts', 'schema/errorGuide/withoutCauses.ts'].map((file) =>
  path.join(root, file),
)

/** A module with the computed values of its exports. Its imports stay as dependencies, which a bundle leaves out. */
async function computed(file: string, source: string): Promise<string> {
  const values: object = await import(pathToFileURL(file).href)
  const imports = source.match(/^import .*'\..*'$/gm) ?? []
  return [
    ...imports,
    ...Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`),
  ].join('\n')
}

/** Reads our own sources as a Worker needs them. */
export const sources: Plugin = {
  name: 'sources',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ path: imported, importer, resolveDir }) =>
      COMPUTED.includes(importer) ? { path: path.join(resolveDir, imported), sideEffects: false } : undefined,
    )
    build.onLoad({ filter: OWN }, async ({ path: file }) => {
      const written = await readFile(file, 'utf8')
      if (COMPUTED.includes(file)) return { contents: await computed(file, written), loader: 'ts' }
      const source = isTable.test(file) ? written.replace(CONSTRAINTS, '') : withParsedAbis(withHashes(written))
      return { contents: withPureConstants(source), loader: 'ts' }
    })
  },
}
