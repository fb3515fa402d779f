import path from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

/**
 * Modules that a bundle imports when it needs them. Each becomes a bundle of its own, which shares nothing with the main one:
 * were they bundled together, the bundler would keep whatever unused code imports.
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
    usedBy({ outputs }: Metafile): Map<string, string> {
      const imported = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map((one) => one.path)))
      return new Map([...files].filter(([name]) => imported.has(`./${name}.js`)))
    },
  }
}
