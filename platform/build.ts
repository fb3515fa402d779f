import { glob, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BuildResult } from 'esbuild'
import { openStamps } from './buildStamp.ts'
import { lazyModules } from './bundle/lazyModules.ts'
import { bundleOf, root, scriptsOf } from './bundle/modulesOf.ts'
import { sharedOptions } from './bundle/sharedOptions.ts'
import { documentsOf } from './site/documentsOf.ts'
import { ENVIRONMENTS, WORKER_NAMES, type WorkerName } from './workers.ts'

/**
 * Bundles Workers to `.build/<worker>/index.js`, minified, as wrangler and the local runtime load them; a `.wasm` import, and
 * what is imported when it is needed, become modules of their own beside it. A bundle whose sources have not changed is left as it is.
 */
export async function buildWorkers(
  workers: readonly string[] = WORKER_NAMES,
  entryOf = (worker: string) => path.join(root, 'functions', worker, 'index.ts'),
): Promise<void> {
  const stamps = openStamps()
  const areBuilt = await Promise.all(workers.map((worker) => stamps.isBuilt(bundleOf(worker), entryOf(worker))))
  const stale = workers.filter((_, i) => areBuilt[i] !== true)
  if (stale.length === 0) return
  // A process that only runs bundles does not load the bundler.
  const esbuild = await import('esbuild')
  await Promise.all(
    stale.map(async (worker) => {
      const outfile = bundleOf(worker)
      const outdir = path.dirname(outfile)
      await mkdir(outdir, { recursive: true })
      const lazy = lazyModules()
      const bundle = (entryPoints: Record<string, string>, splitting = false) =>
        esbuild.build({
          ...sharedOptions,
          plugins: [lazy.plugin, ...sharedOptions.plugins],
          entryPoints,
          splitting,
          outdir,
          minify: true,
          external: ['cloudflare:*', 'node:*'],
          loader: { '.wasm': 'copy' },
          assetNames: '[name]',
          // Positions without the text of the sources: enough to read a stack with, here and where wrangler uploads it.
          sourcemap: 'linked',
          sourcesContent: false,
          write: false,
        })
      const main = await bundleOwn(entryOf(worker), lazy, bundle)
      const others = await bundle(Object.fromEntries(lazy.usedBy(main.metafile, 'packages')))
      const outputFiles = [...main.outputFiles, ...others.outputFiles]
      await Promise.all(outputFiles.map((file) => replaceFile(file.path, file.contents)))
      await removeOthers(outdir, scriptsOf(outfile))
      const inputs = Object.keys({ ...main.metafile.inputs, ...others.metafile.inputs })
      const { chatappPageInputs } = await import('./chatappPage.ts')
      const ofPage = inputs.includes('generated:chatappPage') ? await chatappPageInputs() : []
      const ofDocuments = worker === 'site' || inputs.includes('generated:skills') ? await textFiles() : []
      if (worker === 'site') await writeAssets()
      await stamps.stamp(outfile, entryOf(worker), inputs, {
        further: [...ofPage, ...ofDocuments],
        isDated: worker === 'site',
      })
    }),
  )
  await esbuild.stop()
}

/**
 * The main module and those of our own that it, or one of them, imports when they are needed. A module that several of them need
 * becomes one that they share.
 */
async function bundleOwn(
  entry: string,
  lazy: ReturnType<typeof lazyModules>,
  bundle: (entryPoints: Record<string, string>, splitting: boolean) => Promise<BuildResult<Bundled>>,
): Promise<BuildResult<Bundled>> {
  const entries: Record<string, string> = { index: entry }
  for (;;) {
    const made = await bundle(entries, true)
    const found = [...lazy.usedBy(made.metafile, 'own')].filter(([name]) => entries[name] === undefined)
    if (found.length === 0) return made
    Object.assign(entries, Object.fromEntries(found))
  }
}

type Bundled = { metafile: true; write: false }

/** Sources of the host's documents besides the contract: texts, and the descriptions of the Worker `mcp`. */
const TEXTS = [
  'README.md',
  'docs/*.md',
  'skills/*/SKILL.md',
  'CHANGELOG.md',
  'client/{*,{agent,auth,viem}/*}.ts',
  'client/{package.json,README.md}',
  'functions/mcp/{protocol,tools}/*.ts',
  'functions/site/{draw,live,pages,style}/**/*.{ts,tsx,css}',
  'shared/domain/agents/registrationFile.ts',
]

/** Files of those sources. */
export async function textFiles(): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(TEXTS, { cwd: root })) found.push(file)
  return found
}

/** The documents that `site` serves, at a localnet and in each environment. */
async function writeAssets(): Promise<void> {
  const { writeDocuments } = await import('./site/writeDocuments.ts')
  const { deploymentOf } = await import('./deployments.ts')
  await writeDocuments(path.join(root, documentsOf('localnet')))
  for (const [name, environment] of Object.entries(ENVIRONMENTS))
    await writeDocuments(path.join(root, documentsOf(name)), deploymentOf(environment))
}

/** Written whole or not at all, so that a runtime that starts meanwhile finds the old bundle or the new one. */
async function replaceFile(file: string, contents: Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, contents)
  await rename(draft, file)
}

/** Removes modules of earlier builds. */
async function removeOthers(folder: string, scripts: ReadonlyMap<string, string>): Promise<void> {
  const others = (await readdir(folder)).filter(
    (name) => /\.js(\.map)?$/.test(name) && !scripts.has(name.replace(/\.map$/, '')),
  )
  await Promise.all(others.map((name) => rm(path.join(folder, name), { force: true })))
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2)
  const known = (name: string): name is WorkerName => WORKER_NAMES.some((worker) => worker === name)
  const unknown = names.find((name: string) => !known(name))
  if (unknown !== undefined) throw new Error(`${unknown}: is not a Worker; use ${WORKER_NAMES.join(', ')}`)
  await buildWorkers(names.length === 0 ? WORKER_NAMES : names)
  if (names.length === 0) await (await import('./client/buildClient.ts')).buildClient()
}
