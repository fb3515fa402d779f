import { createHash, hash as digest } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { glob, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The sources of a bundle, with their hash. */
interface Stamp {
  readonly entry: string
  /** Our own source files, relative to the working directory. */
  readonly inputs: readonly string[]
  readonly hash: string
  /** Unix milliseconds, of a bundle with documents whose dates end. */
  readonly madeAt?: number
}

/** Sources that may change any bundle: how bundles are made, the packages, and the contract that the documents are made from. */
const COMMON = ['platform/**/*.{ts,tsx}', 'schema/**/*.{ts,json}', 'package-lock.json']

/** A dated bundle is made again after this time, before any of its dates ends. */
const DATED_MS = 180 * 86_400_000

const fileOf = (bundle: string): string => `${bundle}.stamp.json`

export interface Stamps {
  /** Whether a bundle stands that was made from this entry, and from sources whose contents are the same today. */
  isBuilt(bundle: string, entry: string): Promise<boolean>
  /**
   * Writes down what a bundle was made of.
   *
   * @param further files beside its inputs, also such as are not there yet
   * @param isDated whether it has documents whose dates end
   */
  stamp(
    bundle: string,
    entry: string,
    inputs: readonly string[],
    { further, isDated }?: { readonly further?: readonly string[]; readonly isDated?: boolean },
  ): Promise<void>
}

/** The stamps of one build, which reads and hashes each file once, however many bundles it is part of. */
export function openStamps(): Stamps {
  const digests = new Map<string, string>()
  const digestOf = (file: string): string => {
    const known = digests.get(file) ?? (existsSync(file) ? digest('sha256', readFileSync(file)) : '')
    digests.set(file, known)
    return known
  }
  let common: Promise<string[]> | undefined
  async function filesOfAll(): Promise<string[]> {
    const files: string[] = []
    for await (const file of glob(COMMON)) files.push(file)
    return files
  }
  async function hashOf(inputs: readonly string[]): Promise<string> {
    const files = new Set([...inputs, ...(await (common ??= filesOfAll()))])
    const hash = createHash('sha256')
    for (const file of [...files].toSorted()) hash.update(`${file}\n${digestOf(file)}\n`)
    return hash.digest('hex')
  }
  return {
    async isBuilt(bundle, entry) {
      if (!existsSync(bundle) || !existsSync(fileOf(bundle))) return false
      // Written below; a file of another shape has another hash, and one that was half written none.
      const text = await readFile(fileOf(bundle), 'utf8')
      if (!text.endsWith('}')) return false
      const known: Stamp = JSON.parse(text)
      if (known.madeAt !== undefined && Math.abs(Date.now() - known.madeAt) > DATED_MS) return false
      return known.entry === path.relative('.', entry) && known.hash === (await hashOf(known.inputs))
    },
    async stamp(bundle, entry, inputs, { further = [], isDated = false } = {}) {
      const sources = inputs.filter((input) => !input.includes('node_modules/') && existsSync(input))
      const own = [...sources, ...further]
      const made: Stamp = {
        entry: path.relative('.', entry),
        inputs: own,
        hash: await hashOf(own),
        ...(isDated && { madeAt: Date.now() }),
      }
      await writeFile(fileOf(bundle), JSON.stringify(made))
    },
  }
}
