import path from 'node:path'
import type { modulesOf } from '../platform/bundle/modulesOf.ts'

type Modules = Awaited<ReturnType<typeof modulesOf>>

interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * Serves the texts of modules to the runtime when it asks for them, and keeps none: in the configuration of the runtime
 * each further part copies all the texts before it, which takes several seconds for the bundles of all Workers.
 */
export function serveModules(read: typeof modulesOf) {
  const workers = new Map<string, string>()
  return {
    /** What the configuration has instead of the modules of a Worker: an entry that imports the main one, and all but texts. */
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
    /** Answers a request of the runtime; what no Worker has is missing, which the runtime reports in its own words. */
    async answer(url: string): Promise<Answer> {
      const name = new URL(url).searchParams.get('specifier')?.replace(/^\//, '') ?? ''
      const modules = await read(workers.get(name) ?? '').catch(() => [])
      const module = modules.find((other) => other.path === name)
      if (module?.type !== 'ESModule') return { status: 404, text: `there is no module ${name}` }
      return { status: 200, text: JSON.stringify({ name, esModule: module.contents }) }
    },
  }
}
