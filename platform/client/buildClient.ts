import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openStamps } from '../buildStamp.ts'
import { CLIENT } from './clientBundle.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'client')

/** Entries of the package, by the names of their files in `dist`. */
const ENTRIES = { index: 'index.ts', viem: 'viem/index.ts', x402: 'x402.ts' }

/**
 * Builds the client package: types and functions from the contract to `client/generated`, modules and their types to `client/dist`.
 * A build whose sources have not changed is left as it is.
 */
export async function buildClient(): Promise<void> {
  const stamps = openStamps()
  if (await stamps.isBuilt(CLIENT.bundle, CLIENT.entry)) return
  // The generator loads a compiler of its own, which goes with its process.
  await node('--import', file('olderTypeScript.ts'), file('generate.ts'))
  const esbuild = await import('esbuild')
  await rm(path.join(folder, 'dist'), { recursive: true, force: true })
  const [{ outputFiles }] = await Promise.all([
    esbuild.build({
      entryPoints: Object.fromEntries(
        Object.entries(ENTRIES).map(([name, source]) => [name, path.join(folder, source)]),
      ),
      outdir: path.join(folder, 'dist'),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      packages: 'external',
      chunkNames: '[name]-[hash]',
      logLevel: 'warning',
      write: false,
    }),
    node(path.join(root, 'node_modules/typescript/bin/tsc'), '-p', folder),
  ])
  await mkdir(path.join(folder, 'dist'), { recursive: true })
  // An import for side effects alone, of which there are none: bundlers warn of it.
  for (const { path: file, text } of outputFiles) await writeFile(file, text.replaceAll(/^import "[^"]+";\n/gm, ''))
  const sources = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/^(dist|generated|node_modules)\//.test(name),
  )
  await stamps.stamp(
    CLIENT.bundle,
    CLIENT.entry,
    [...sources, 'package.json', 'tsconfig.json'].map((name) => `client/${name}`),
  )
}

const file = (name: string): string => path.join(import.meta.dirname, name)
const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root })

if (process.argv[1] === import.meta.filename) await buildClient()
