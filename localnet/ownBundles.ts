import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openStamps, type Stamps } from '../platform/buildStamp.ts'
import { CLIENT } from '../platform/client/clientBundle.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, '.build/localnet')

/** What of the local world is bundled: what serves, and what builds the world. Loading their sources takes seconds. */
const ENTRIES = { serve: 'localnet/serve.ts', world: 'localnet/world/worldProcess.ts' } as const

/** What packages of the older kind and `placed` need in a bundle. */
const BANNER = `import { createRequire as requireOf } from 'node:module'
import { dirname as folderOf } from 'node:path'
import { fileURLToPath as fileOf } from 'node:url'
const ownUrl = import.meta.url
const require = requireOf(ownUrl)`

/** Packages that find their own files beside them, or are used at a first start alone. */
const EXTERNAL = ['miniflare', 'esbuild', 'solc']

/** Files of the project, some of which name their folder to find others. */
const OWN = /[\\/](?:localnet|shared|functions|platform|schema|drizzle|provisioner)[\\/][^:]*\.ts$/

/** Bundles what of the local world has changed since it was bundled; returns where the bundles are. */
export async function bundleOwn(stamps: Stamps = openStamps()): Promise<Record<keyof typeof ENTRIES, string>> {
  const files = { serve: path.join(folder, 'serve.mjs'), world: path.join(folder, 'world.mjs') }
  for (const name of ['serve', 'world'] as const) {
    const entry = path.join(root, ENTRIES[name])
    if (!(await stamps.isBuilt(files[name], entry))) await bundle(entry, files[name], stamps)
  }
  return files
}

/** Whether all Workers and the client package are built of the sources of today. */
export async function isAllBuilt(stamps: Stamps): Promise<boolean> {
  const entries = await readdir(path.join(root, 'functions'), { withFileTypes: true })
  const built = await Promise.all(
    entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) =>
        stamps.isBuilt(path.join(root, '.build', name, 'index.js'), path.join(root, 'functions', name, 'index.ts')),
      ),
  )
  return built.every(Boolean) && (await stamps.isBuilt(CLIENT.bundle, CLIENT.entry))
}

/** Where bundles are written. */
export async function bundleFolders(): Promise<string[]> {
  const names = await readdir(path.join(root, '.build')).catch(() => [])
  return names.map((name) => path.join(root, '.build', name))
}

async function bundle(entry: string, outfile: string, stamps: Stamps): Promise<void> {
  const esbuild = await import('esbuild')
  const { metafile, outputFiles } = await esbuild.build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Names stay, so that a stack says where it was.
    minifySyntax: true,
    minifyWhitespace: true,
    external: EXTERNAL,
    metafile: true,
    write: false,
    logLevel: 'warning',
    banner: { js: BANNER },
    plugins: [
      {
        name: 'own-folders',
        setup(build) {
          build.onResolve({ filter: /^\.\/\w+\.ts$/ }, ({ path: file, importer, kind }) =>
            kind === 'dynamic-import' && importer.includes(`${path.sep}platform${path.sep}`)
              ? { path: file, external: true }
              : undefined,
          )
          build.onLoad({ filter: OWN }, async ({ path: file }) => ({
            contents: placed(await readFile(file, 'utf8'), path.relative(path.dirname(outfile), file)),
            loader: 'ts',
          }))
        },
      },
    ],
  })
  await esbuild.stop()
  await mkdir(folder, { recursive: true })
  for (const file of outputFiles) {
    // Written completely or not at all: another start may read it.
    const draft = `${file.path}.${process.pid}`
    await writeFile(draft, file.contents)
    await rename(draft, file.path)
  }
  // This file is one of them: it says how.
  await stamps.stamp(outfile, entry, Object.keys(metafile.inputs), {
    further: [path.relative('.', import.meta.filename)],
  })
}

/** A module that finds its folder where its source is, seen from the bundle. */
function placed(source: string, relative: string): string {
  const url = `new URL(${JSON.stringify(relative)}, ownUrl)`
  return source
    .replaceAll('import.meta.dirname', `folderOf(fileOf(${url}))`)
    .replaceAll('import.meta.filename', `fileOf(${url})`)
    .replaceAll('import.meta.url', `${url}.href`)
}
