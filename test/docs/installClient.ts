import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../laws/sources.ts'

/**
 * Puts the built client package where programs of a directory find it, as an installation does. `adapted` changes the presets of networks:
 * `localnet` names a port that only `npm start` has.
 */
export async function installClient(directory: string, adapted: (module: string) => string): Promise<void> {
  const [from, to] = [path.join(root, 'client'), path.join(directory, 'node_modules/creator-vault')]
  for (const part of ['package.json', 'dist']) await cp(path.join(from, part), path.join(to, part), { recursive: true })
  const networks = path.join(to, 'dist/networks.js')
  await writeFile(networks, adapted(await readFile(networks, 'utf8')))
}
