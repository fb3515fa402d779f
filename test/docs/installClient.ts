import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../laws/sources.ts'

/**
 * Puts the built client package where programs of a directory find it, as an installation does. `adapted` changes its modules: the preset
 * `localnet` names a port that only `npm start` has.
 */
export async function installClient(directory: string, adapted: (module: string) => string): Promise<void> {
  const [from, to] = [path.join(root, 'client'), path.join(directory, 'node_modules/creator-vault')]
  await mkdir(path.join(to, 'dist'), { recursive: true })
  await cp(path.join(from, 'package.json'), path.join(to, 'package.json'))
  const modules = (await readdir(path.join(from, 'dist'))).filter((name) => name.endsWith('.js'))
  for (const name of modules)
    await writeFile(path.join(to, 'dist', name), adapted(await readFile(path.join(from, 'dist', name), 'utf8')))
}
