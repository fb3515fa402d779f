import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseChainConfig, type ChainConfig } from '../shared/chain/config.ts'
import { base } from '../shared/chain/networks/base.ts'

/** What is needed to serve another chain: its configuration, and secrets for the Workers from the file. */
export interface ChainFile {
  readonly config: ChainConfig
  readonly secrets: Readonly<Record<string, string>>
}

/**
 * Reads a chain configuration file; a manifest of a running localnet is a valid one. `base` is Base mainnet unless a
 * file has that name. Throws an Error that names the file and what is wrong with it.
 */
export async function readChainFile(file: string): Promise<ChainFile> {
  if (file === 'base' && !existsSync(file)) return { config: base, secrets: {} }
  try {
    const raw: unknown = JSON.parse(await readFile(file, 'utf8'))
    const given: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'secrets') : undefined
    const secrets = Object.entries(typeof given === 'object' && given !== null ? given : {})
    return {
      config: parseChainConfig(raw),
      secrets: Object.fromEntries(secrets.filter((e): e is [string, string] => typeof e[1] === 'string')),
    }
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const what = missing ? 'the file does not exist; pass a file, or base' : error instanceof Error && error.message
    throw new Error(`--config ${file}: ${what}`, { cause: error })
  }
}
