import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What a bundle was made from. */
interface Stamp {
  readonly entry: string
  /** Our own source files, relative to the working directory. */
  readonly inputs: readonly string[]
  readonly hash: string
}

/** What may change any bundle: how bundles are made, the packages, and the contract that the documents are made from. */
const COMMON = ['scripts/*.ts', 'schema/**/*.{ts,json}', 'package-lock.json']

const fileOf = (bundle: string): string => `${bundle}.stamp.json`

/** Whether there is a bundle that was made from this entry, and from sources whose contents are the same today. */
export async function isBuilt(bundle: string, entry: string): Promise<boolean> {
  if (!existsSync(bundle) || !existsSync(fileOf(bundle))) return false
  // Written below; a file of a different shape has a different hash.
  const known: Stamp = JSON.parse(await readFile(fileOf(bundle), 'utf8'))
  return known.entry === path.relative('.', entry) && known.hash === (await hashOf(known.inputs))
}

/** Records what a bundle was made from. */
export async function stamp(bundle: string, entry: string, inputs: readonly string[]): Promise<void> {
  const own = inputs.filter((input) => !input.includes('node_modules/') && existsSync(input))
  const made: Stamp = { entry: path.relative('.', entry), inputs: own, hash: await hashOf(own) }
  await writeFile(fileOf(bundle), JSON.stringify(made))
}

async function hashOf(inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  const files = new Set(inputs)
  for (const pattern of COMMON) for await (const file of glob(pattern)) files.add(file)
  for (const file of [...files].toSorted()) {
    hash.update(`${file}\n`)
    hash.update(existsSync(file) ? await readFile(file) : '')
  }
  return hash.digest('hex')
}
