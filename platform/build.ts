import { glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { openStamps } from './buildStamp.ts'
import { packages } from './bundle/packages.ts'
import { sources } from './bundle/sources.ts'
import { documentsOf } from './site/documentsOf.ts'
import { ENVIRONMENTS, WORKER_NAMES, type WorkerName } from './workers.ts'

const root = path.resolve(import.meta.dirname, '..')
export const outDir = path.join(root, '.build')

/** The file of a Worker's bundle; wasm modules are next to it. */
export const bundleOf = (worker: string): string => path.join(outDir, worker, 'index.js')

/** A Solidity file imports as the creation code of its one contract. */
export const solidity: Plugin = {
  name: 'solidity',
  setup(build) {
    build.onLoad({ filter: /\.sol$/ }, async ({ path: file }) => {
      const { compileSolidity } = await import('./compile.ts')
      const artifacts = await compileSolidity({
        sources: [file],
        settings: { optimizer: { enabled: true, runs: 1_000_000 } },
      })
      const artifact = artifacts[path.basename(file, '.sol')]
      if (!artifact) throw new Error(`${file}: has no contract of the same name`)
      return { contents: `export default ${JSON.stringify(artifact.bytecode)}` }
    })
  },
}

/** Modules that are made here and not per request: their exports are texts. */
const GENERATED: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  agentTools: async () => (await import('./agentTools.ts')).agentTools(),
  reviewDiscovery: async () => (await import('./reviewDiscovery.ts')).reviewDiscovery(),
  mcp: async () => (await import('./mcp/modules.ts')).mcpModules(),
  skills: async () => (await import('./skills.ts')).skillsModule(),
  page: async () => (await import('./site/apiPage.ts')).apiPage(),
  routes: async () => (await import('./routes.ts')).routes(),
  chatappPage: async () => (await import('./chatappPage.ts')).chatappPage(),
}

/** What is made by the build imports as its texts. */
export const generated: Plugin = {
  name: 'generated',
  setup(build) {
    build.onResolve({ filter: /^virtual:/ }, ({ path: name }) => ({
      path: name.slice('virtual:'.length),
      namespace: 'generated',
    }))
    build.onLoad({ filter: /.*/, namespace: 'generated' }, async ({ path: name }) => {
      const texts = Object.entries((await GENERATED[name]?.()) ?? {})
      return { contents: texts.map(([key, text]) => `export const ${key} = ${JSON.stringify(text)}`).join('\n') }
    })
  },
}

/** How every bundle of Workers is made. */
export const sharedOptions = {
  bundle: true,
  keepNames: false,
  format: 'esm' as const,
  platform: 'neutral' as const,
  target: 'es2024',
  mainFields: ['module', 'main'],
  conditions: ['workerd', 'worker', 'browser', 'import'],
  // Some packages import it without its prefix.
  alias: { crypto: 'node:crypto' },
  plugins: [packages, sources, solidity, generated],
  metafile: true as const,
  logLevel: 'warning' as const,
} satisfies BuildOptions

/**
 * Bundles Workers to `.build/<worker>/index.js`, minified, as wrangler and the local runtime load them; a `.wasm` import is
 * copied beside the bundle and becomes a module of its own. A bundle whose sources have not changed is left as it is.
 */
export async function buildWorkers(
  workers: readonly string[] = WORKER_NAMES,
  entryOf = (worker: string) => path.join(root, 'functions', worker, 'index.ts'),
): Promise<void> {
  const stamps = openStamps()
  const areBuilt = await Promise.all(workers.map((worker) => stamps.isBuilt(bundleOf(worker), entryOf(worker))))
  const stale = workers.filter((_, i) => areBuilt[i] !== true)
  if (stale.length === 0) return
  // Whoever finds all bundled, or only runs bundles, does without the bundler and what the documents are made from.
  const [esbuild, { catalogueOf }] = await Promise.all([import('esbuild'), import('./catalogueOf.ts')])
  await Promise.all(
    stale.map(async (worker) => {
      const outfile = bundleOf(worker)
      await mkdir(path.dirname(outfile), { recursive: true })
      const { metafile, outputFiles } = await esbuild.build({
        ...sharedOptions,
        plugins: [catalogueOf(worker), ...sharedOptions.plugins],
        entryPoints: [entryOf(worker)],
        outfile,
        minify: true,
        external: ['cloudflare:*', 'node:*'],
        loader: { '.wasm': 'copy' },
        assetNames: '[name]',
        // Positions without the text of the sources: enough to read a stack with, here and where wrangler uploads it.
        sourcemap: 'linked',
        sourcesContent: false,
        write: false,
      })
      await Promise.all(outputFiles.map((file) => replaceFile(file.path, file.contents)))
      const inputs = Object.keys(metafile.inputs)
      const { chatappPageInputs } = await import('./chatappPage.ts')
      const ofPage = inputs.includes('generated:chatappPage') ? await chatappPageInputs() : []
      const ofDocuments = worker === 'site' || inputs.includes('generated:skills') ? await textFiles() : []
      if (worker === 'site') await writeAssets()
      await stamps.stamp(outfile, entryOf(worker), inputs, [...ofPage, ...ofDocuments])
    }),
  )
  await esbuild.stop()
}

/** What documents of the host are made of, besides the contract: texts, and what the Worker `mcp` says of itself. */
const TEXTS = [
  'README.md',
  'docs/*.md',
  'skills/*/SKILL.md',
  'functions/mcp/{protocol,tools}/*.ts',
  'shared/domain/agents/registrationFile.ts',
]

async function textFiles(): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob(TEXTS, { cwd: root })) found.push(file)
  return found
}

/** The documents that `site` serves, at a localnet and in each environment. */
async function writeAssets(): Promise<void> {
  const { writeDocuments } = await import('./site/writeDocuments.ts')
  const { placeOf } = await import('./places.ts')
  await writeDocuments(path.join(root, documentsOf('localnet')))
  for (const [name, environment] of Object.entries(ENVIRONMENTS))
    await writeDocuments(path.join(root, documentsOf(name)), placeOf(environment))
}

/** Written whole or not at all, so that a runtime that starts meanwhile finds the old bundle or the new one. */
async function replaceFile(file: string, contents: Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, contents)
  await rename(draft, file)
}

/** The bundle's modules as the local runtime expects them, under the Worker's name, which its stacks then show. */
export async function modulesOf(worker: string) {
  const file = bundleOf(worker)
  const source = await readFile(file, 'utf8')
  const wasm = [...source.matchAll(/["']\.\/([\w.-]+\.wasm)["']/g)].flatMap(([, name]) => name ?? [])
  return [
    { type: 'ESModule' as const, path: `${worker}/index.js`, contents: source },
    ...(await Promise.all(
      wasm.map(async (name) => ({
        type: 'CompiledWasm' as const,
        path: `${worker}/${name}`,
        contents: await readFile(path.join(path.dirname(file), name)),
      })),
    )),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2)
  const known = (name: string): name is WorkerName => WORKER_NAMES.some((worker) => worker === name)
  const unknown = names.find((name: string) => !known(name))
  if (unknown !== undefined) throw new Error(`${unknown}: is not a Worker; use ${WORKER_NAMES.join(', ')}`)
  await buildWorkers(names.length === 0 ? WORKER_NAMES : names)
  if (names.length === 0) await (await import('./client/buildClient.ts')).buildClient()
}
