import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type * as Log from '../../../shared/log/log.ts'
import { textFiles } from '../../../platform/build.ts'
import { openStamps } from '../../../platform/buildStamp.ts'
import { outDir } from '../../../platform/bundle/modulesOf.ts'
import { sharedOptions } from '../../../platform/bundle/sharedOptions.ts'
import { WORKER_NAMES, type WorkerName } from '../../../platform/workers.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const directory = path.join(outDir, 'inProcess')
const entryOf = (worker: string) => path.join(root, 'functions', worker, 'index.ts')
const bundleOf = (worker: string) => path.join(directory, `${worker}.js`)

/** Log module of the Workers, shared like their other common modules. */
const LOG = path.join(root, 'shared/log/log.ts')

/** A Worker's module: its handlers, and the classes of its Durable Objects and entry points. */
export interface WorkerModule {
  readonly default: {
    fetch(request: Request, env: object, ctx: object): Response | Promise<Response>
    scheduled?(controller: object, env: object, ctx: object): Promise<void>
  }
  readonly [name: string]: unknown
}

/** A wasm module is compiled from its file when it is imported, as Workers are given theirs. */
const wasm: Plugin = {
  name: 'wasm',
  setup(to) {
    to.onLoad({ filter: /\.wasm$/ }, ({ path: file }) => ({
      contents: `import { readFileSync } from 'node:fs'\nexport default new WebAssembly.Module(readFileSync(${JSON.stringify(file)}))`,
    }))
  },
}

/** Every error is held in both of its forms. */
const bothForms: Plugin = {
  name: 'both-forms',
  setup(to) {
    to.onResolve({ filter: /\/errorForm\.ts$/ }, ({ importer }) =>
      importer.endsWith('errorResponse.ts') ? { path: path.join(import.meta.dirname, 'bothForms.ts') } : undefined,
    )
  },
}

/**
 * Bundles all Workers for this process as they are bundled for Workers, except that what they have in common is there once,
 * and that `cloudflare:workers` is ours.
 */
export async function buildInProcess(): Promise<void> {
  const stamps = openStamps()
  const [first] = WORKER_NAMES
  if (await stamps.isBuilt(bundleOf(first), entryOf(first))) return
  const { metafile } = await build({
    ...sharedOptions,
    entryPoints: { ...Object.fromEntries(WORKER_NAMES.map((worker) => [worker, entryOf(worker)])), log: LOG },
    outdir: directory,
    splitting: true,
    minify: false,
    sourcemap: false,
    alias: {
      ...sharedOptions.alias,
      'cloudflare:workers': path.join(import.meta.dirname, 'cloudflareWorkers.ts'),
    },
    external: ['node:*'],
    plugins: [wasm, bothForms, ...sharedOptions.plugins],
    write: true,
  })
  // The site names the files that its pages load by their contents.
  await stamps.stamp(bundleOf(first), entryOf(first), Object.keys(metafile.inputs), { further: await textFiles() })
}

/** The module of a Worker. */
export async function loadWorker(worker: WorkerName): Promise<WorkerModule> {
  if (!existsSync(bundleOf(worker))) throw new Error(`${worker} has not been bundled`)
  return importBundle(worker)
}

/** Lines of Workers go where those of workerd do: what warns to the error output. */
export async function configureLogOfWorkers(): Promise<void> {
  const { configureLog }: typeof Log = await importBundle('log')
  configureLog({ write: (level, line) => (level === 'error' || level === 'warn' ? console.error : console.log)(line) })
}

const importBundle = (name: string) => import(/* @vite-ignore */ pathToFileURL(bundleOf(name)).href)
