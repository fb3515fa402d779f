import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { withHashes, withParsedAbis } from './parsedAbis.ts'
import { withPureConstants } from './pureConstants.ts'

/** Keys, indexes and checks of a table: for migrations, which the build makes. No query needs them. */
const CONSTRAINTS = /^  \(t\) => \[[^]*?\],\n(?=\))/gm
const isTable = /[\\/]drizzle[\\/]\w+\.ts$/

const OWN = /[\\/](?:schema|drizzle|shared|functions)[\\/](?:[\w-]+[\\/])*[\w.-]+\.ts$/

/** Collects the errors of many ABIs, which the bundle then need not contain. */
const contractErrors = path.resolve(import.meta.dirname, '../../shared/calldata/contractErrors.ts')

/** A module with the computed values of its exports. Its imports stay as dependencies; the bundler drops what they export. */
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
    build.onLoad({ filter: OWN }, async ({ path: file }) => {
      const written = await readFile(file, 'utf8')
      if (file === contractErrors) return { contents: await computed(file, written), loader: 'js' }
      const source = isTable.test(file) ? written.replace(CONSTRAINTS, '') : withParsedAbis(withHashes(written))
      return { contents: withPureConstants(source), loader: 'ts' }
    })
  },
}
