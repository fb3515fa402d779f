import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { documentsInProcess } from './inProcess.ts'
import type { ServedChain } from './localVariables.ts'

/** The chain of the examples: `npm run examples` writes it. */
const worldFile = path.resolve(import.meta.dirname, '../schema/examples/world.json')

/**
 * The folder of the documents of a chain: that of the build, which is of the local world, when undefined; else `folder`,
 * where they are then written.
 */
export async function findDocuments(
  { chainId, contracts }: Pick<ServedChain, 'chainId' | 'contracts'>,
  folder: string,
): Promise<string | undefined> {
  const own = JSON.stringify({ chainId, contracts })
  if (own === JSON.stringify(JSON.parse(await readFile(worldFile, 'utf8')))) return undefined
  await documentsInProcess(folder, own)
  return folder
}
