import { execFile } from 'node:child_process'
import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { openStamps } from '../buildStamp.ts'
import { CLIENT } from './clientBundle.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'client')
/** The second one knows Node: nothing else of the package may. */
const CONFIGS = ['tsconfig.json', 'tsconfig.node.json']

/**
 * Builds the client package: types and functions from the contract to `client/generated`, all modules and their types to `client/dist`.
 * They are not bundled, so that a bundler can leave out unused ones.
 * A build whose sources have not changed is left as it is.
 */
export async function buildClient(): Promise<void> {
  const stamps = openStamps()
  if (await stamps.isBuilt(CLIENT.bundle, CLIENT.entry)) return
  // The generator loads a compiler of its own, which goes with its process.
  await node('--import', file('olderTypeScript.ts'), file('generate.ts'))
  const draft = path.join(root, '.build/client')
  await rm(draft, { recursive: true, force: true })
  for (const config of CONFIGS)
    await node(path.join(root, 'node_modules/typescript/bin/tsc'), '-p', path.join(folder, config), '--outDir', draft)
  // In the place of the last build at once, as programs may load it meanwhile.
  await rm(path.join(folder, 'dist'), { recursive: true, force: true })
  await rename(draft, path.join(folder, 'dist'))
  await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
  const sources = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !/^(dist|generated|node_modules)\//.test(name),
  )
  await stamps.stamp(
    CLIENT.bundle,
    CLIENT.entry,
    [...sources, ...CONFIGS, 'package.json'].map((name) => `client/${name}`),
  )
}

const file = (name: string): string => path.join(import.meta.dirname, name)
const node = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: root })

if (process.argv[1] === import.meta.filename) await buildClient()
