import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

/** A module that has nothing but names of others: packages, or what the build makes. */
const ONLY_EXPORTS = /^(?:(?:\/\/.*|export \{.*\} from '.*')\n)+$/
export const isOnlyExports = (file: string): boolean => ONLY_EXPORTS.test(readFileSync(file, 'utf8'))

/**
 * Modules that a bundle imports when it needs them. One of packages becomes a bundle of its own, which shares nothing with the
 * others: were they bundled together, the bundler would keep in the main module whatever they need of a package. One of our own
 * code shares what it needs with the main module, so that a class exists once.
 */
export function lazyModules() {
  const files = new Map<string, string>()
  const plugin: Plugin = {
    name: 'lazy-modules',
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path: relative, resolveDir, kind }) => {
        if (kind !== 'dynamic-import') return undefined
        const name = path.basename(relative, '.ts')
        const file = path.join(resolveDir, relative)
        if ((files.get(name) ?? file) !== file) throw new Error(`${file}: another module is named ${name}, too`)
        files.set(name, file)
        return { path: `./${name}.js`, external: true }
      })
    },
  }
  return {
    plugin,
    /** Files of the modules that used code imports, by name. */
    usedBy({ outputs }: Metafile, kind: 'packages' | 'own'): Map<string, string> {
      const imported = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map((one) => one.path)))
      return new Map(
        [...files].filter(
          ([name, file]) => imported.has(`./${name}.js`) && isOnlyExports(file) === (kind === 'packages'),
        ),
      )
    },
  }
}
