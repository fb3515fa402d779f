import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'
import { withParsedAbis } from './parsedAbis.ts'
import { withPureConstants } from './pureConstants.ts'
import { withoutProse } from './withoutProse.ts'

const OWN = /[\\/](?:schema|drizzle|shared|functions)[\\/](?:[\w-]+[\\/])*[\w.-]+\.ts$/
const isContract = /[\\/]schema[\\/][\w\\/]+\.ts$/

/** Reads our own sources as a Worker needs them. */
export const sources: Plugin = {
  name: 'sources',
  setup(build) {
    build.onLoad({ filter: OWN }, async ({ path: file }) => {
      const source = withParsedAbis(await readFile(file, 'utf8'))
      return { contents: withPureConstants(isContract.test(file) ? withoutProse(source, file) : source), loader: 'ts' }
    })
  },
}
