import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
export const outDir = path.join(root, '.build')

/** The main module of a Worker's bundle; its other modules are next to it. */
export const bundleOf = (worker: string, folder = outDir): string => path.join(folder, worker, 'index.js')

/** Modules that a module imports when it is loaded, as the bundler writes them. */
const AT_START = /(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g
/** The same, and modules that it imports when it needs them. */
const EVER = /(?:\bfrom|\bimport)\s*\(?\s*["']\.\/([\w.-]+\.js)["']/g

/** A bundle's scripts by name, the main one first: all of them, or those that load when a Worker starts. */
export function scriptsOf(main: string, which: 'all' | 'atStart' = 'all'): Map<string, string> {
  const found = new Map<string, string>()
  const read = (name: string) => {
    const file = path.join(path.dirname(main), name)
    // A text that the Worker answers with may read like an import.
    if (found.has(name) || !existsSync(file)) return
    const text = readFileSync(file, 'utf8')
    found.set(name, text)
    for (const [, imported = ''] of text.matchAll(which === 'all' ? EVER : AT_START)) read(imported)
  }
  read(path.basename(main))
  return found
}

/** The bundle's modules as the local runtime expects them, under the Worker's name, which its stacks then show. */
export async function modulesOf(worker: string) {
  const main = bundleOf(worker)
  const scripts = [...scriptsOf(main)]
  const wasm = scripts.flatMap(([, text]) =>
    [...text.matchAll(/["']\.\/([\w.-]+\.wasm)["']/g)].flatMap(([, name]) => name ?? []),
  )
  return [
    ...scripts.map(([name, contents]) => ({ type: 'ESModule' as const, path: `${worker}/${name}`, contents })),
    ...[...new Set(wasm)].map((name) => ({
      type: 'CompiledWasm' as const,
      path: `${worker}/${name}`,
      contents: readFileSync(path.join(path.dirname(main), name)),
    })),
  ]
}
