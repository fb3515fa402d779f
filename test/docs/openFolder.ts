import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../laws/sources.ts'
import { shell } from './shell.ts'

/** Dependencies of the client package: without a registry, npm gets them as files. */
const DEPENDENCIES = ['@noble/hashes', 'eventsource-parser']

/** An empty folder of a reader, who has nothing but the host and packages. */
export interface Folder {
  readonly directory: string
  /** Runs the command that installs the client from the host. */
  install(command: string): Promise<void>
  remove(): Promise<void>
}

/** Makes the folder outside of the project. Other packages than the client are found above it, in place of a registry. */
export async function openFolder(): Promise<Folder> {
  const above = await mkdtemp(path.join(tmpdir(), 'reader-'))
  const directory = path.join(above, 'vaults')
  await mkdir(directory)
  await symlink(path.join(root, 'node_modules'), path.join(above, 'node_modules'))
  return {
    directory,
    async install(command) {
      const pack = async (name: string) => {
        const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', above]
        const { stdout } = await promisify(execFile)('npm', args, { cwd: path.join(root, 'node_modules', name) })
        return [name, `file:${path.join(above, stdout.trim())}`] as const
      }
      const overrides = Object.fromEntries(await Promise.all(DEPENDENCIES.map(pack)))
      await writeFile(path.join(directory, 'package.json'), JSON.stringify({ overrides }))
      // Nothing listens at the registry's port.
      const settings = `--registry=http://127.0.0.1:9 --cache=${above}/cache --no-audit --no-fund --fetch-retries=0`
      await shell(`${command.trim()} ${settings}`, directory)
    },
    remove: () => rm(above, { recursive: true, force: true }),
  }
}
