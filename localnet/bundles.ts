import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { type modulesOf, outDir } from '../platform/bundle/modulesOf.ts'

type Modules = Awaited<ReturnType<typeof modulesOf>>

interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * Serves the texts of modules when the runtime requests them, and keeps none: texts in the runtime's configuration, for the
 * bundles of all Workers, take a hundred MiB.
 */
export function serveModules(read: typeof modulesOf) {
  const workers = new Map<string, string>()
  return {
    /** The modules of a Worker for the configuration: an entry that imports the main one, and all modules that are not texts. */
    async hand(worker: string): Promise<Modules> {
      const [main, ...others] = await read(worker)
      if (main?.type !== 'ESModule') throw new Error(`the main module of ${worker} is not an ES module`)
      for (const module of [main, ...others]) workers.set(module.path, worker)
      const from = `from ${JSON.stringify(`./${path.posix.basename(main.path)}`)}`
      return [
        {
          type: 'ESModule',
          path: path.posix.join(path.posix.dirname(main.path), 'entry.js'),
          contents: `export * ${from}; export { default } ${from}`,
        },
        ...others.filter(({ type }) => type !== 'ESModule'),
      ]
    },
    /** Answers a request of the runtime. A module that no Worker has is a 404, which the runtime reports in its own words. */
    async answer(url: string): Promise<Answer> {
      const name = new URL(url).searchParams.get('specifier')?.replace(/^\//, '') ?? ''
      const modules = await read(workers.get(name) ?? '').catch(() => [])
      const module = modules.find((other) => other.path === name)
      if (module?.type !== 'ESModule') return { status: 404, text: `there is no module ${name}` }
      return { status: 200, text: JSON.stringify({ name, esModule: module.contents }) }
    },
  }
}

const root = path.resolve(import.meta.dirname, '..')
/**
 * A position in a bundle as a stack trace names it: `<worker>/<module>.js:<line>:<column>`, both counted from one, and with
 * `file:///…/` before it if the bundle is a part of the runtime's configuration.
 */
const POSITION = /(?:file:\/\/[^\s()]{0,300}\/|(?<![\w./]))([a-z]+\/[\w-]+\.js):(\d+):(\d+)/g
const maps = new Map<string, SourceMap | undefined>()

/**
 * Replaces positions in bundles with positions in the sources, for example in a stack trace; others stay as they are.
 */
export const toSourcePositions = (text: string): string =>
  text.replaceAll(POSITION, (position: string, module: string, line: string, column: string) => {
    if (!maps.has(module)) maps.set(module, readMap(module))
    const origin = maps.get(module)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return position
    const file = path.resolve(path.dirname(path.join(outDir, module)), origin.fileName)
    return `${path.relative(root, file)}:${origin.lineNumber}:${origin.columnNumber}`
  })

/** A bundle without a source map is a foreign one, or was built differently. */
function readMap(module: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path.join(outDir, module)}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
