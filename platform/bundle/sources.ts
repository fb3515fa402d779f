import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { withParsedAbis } from './parsedAbis.ts'
import { withPureConstants } from './pureConstants.ts'
import { withoutProse } from './withoutProse.ts'

const OWN = /[\\/](?:schema|drizzle|shared|functions)[\\/](?:[\w-]+[\\/])*[\w.-]+\.ts$/
const isContract = /[\\/]schema[\\/][\w\\/]+\.ts$/

/** Its errors are some of the items of many ABIs. */
const contractErrors = path.resolve(import.meta.dirname, '../../shared/calldata/contractErrors.ts')

/** A module with the values of its exports. It still imports what they were made of, of which the bundler keeps nothing. */
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
      const source = withParsedAbis(written)
      return { contents: withPureConstants(isContract.test(file) ? withoutProse(source, file) : source), loader: 'ts' }
    })
  },
}
