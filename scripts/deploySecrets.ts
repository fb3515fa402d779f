import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { BINDINGS, type WorkerName } from '../platform/workers.ts'

/** Values of secrets by name. */
export type Secrets = Readonly<Record<string, string>>

/**
 * The secrets of a file with lines `NAME=value`; empty values are left out.
 *
 * Throws an Error that names a file that cannot be read, or what no Worker reads, never its value.
 */
export function readSecrets(file: string): Secrets {
  const given = Object.entries(parseEnv(textOf(file))).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  )
  const known = new Set(Object.values(BINDINGS).flatMap(({ secrets }) => secrets))
  const unknown = given.map(([name]) => name).filter((name) => !known.has(withoutPrevious(name)))
  if (unknown.length > 0)
    throw new Error(`--secrets: no Worker reads ${unknown.join(', ')} of ${file}; remove or correct the names`)
  return Object.fromEntries(given)
}

/** Runs `use` with a file that only this user can read and that holds a Worker's own secrets; without one where it has none. */
export function withSecretsFile(worker: WorkerName, secrets: Secrets, use: (file: string | undefined) => void): void {
  const own = Object.entries(secrets).filter(([name]) => BINDINGS[worker].secrets.includes(withoutPrevious(name)))
  if (own.length === 0) return use(undefined)
  const directory = mkdtempSync(path.join(tmpdir(), 'secrets-'))
  try {
    const file = path.join(directory, 'secrets.json')
    writeFileSync(file, JSON.stringify(Object.fromEntries(own)), { mode: 0o600 })
    use(file)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const withoutPrevious = (name: string): string => name.replace(/_PREVIOUS$/, '')

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    throw new Error(`--secrets: ${file} ${isMissing ? 'does not exist' : 'cannot be read'}`, { cause: error })
  }
}
