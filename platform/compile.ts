import { fork } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Abi, Hex } from 'viem'

/** One compiled contract: its interface, its creation code, and the code that ends up on the chain. */
export type Artifact = { abi: Abi; bytecode: Hex; deployedBytecode: Hex }

/** Compiled contracts by name. */
export type Artifacts = Record<string, Artifact>

export type CompileOptions = {
  /** Paths of the Solidity files whose contracts are needed; what they import is found from them. */
  sources: string[]
  /** Import prefixes and what replaces them, e.g. `{ 'lib/': 'vendor/lib/' }`. */
  remappings?: Record<string, string>
  /** Settings of the standard JSON input, over the defaults below. */
  settings?: Record<string, unknown>
  /** Receives a line of text at each step that takes time. */
  onProgress?: (line: string) => void
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const require = createRequire(import.meta.url)
const defaultSettings = {
  optimizer: { enabled: true, runs: 200 },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
}

/**
 * Compiles Solidity with the solc of the lock file, or answers from the cache under `.cache/solc`, whose key is the
 * SHA-256 of every source text, the settings and the compiler's version. The compiler runs in a process of its own,
 * so that its memory goes when it is done; two compiles of the same sources at once do not disturb each other.
 *
 * @returns the contracts of `sources`, abstract ones and interfaces included (their code is `0x`).
 * @throws Error with the compiler's messages, for an import that cannot be found, or for two contracts of one name.
 * @see https://docs.soliditylang.org/en/v0.8.37/using-the-compiler.html#compiler-input-and-output-json-description
 */
export async function compileSolidity(options: CompileOptions): Promise<Artifacts> {
  const { remappings = {}, onProgress = () => {} } = options
  const entries = options.sources.map((file) => sourceName(path.resolve(root, file))).sort()
  const sources = await collectSources(entries, remappings)
  const settings = {
    ...defaultSettings,
    ...options.settings,
    remappings: Object.entries(remappings).map(([from, to]) => `${from}=${to}`),
    outputSelection: Object.fromEntries(
      entries.map((name) => [name, { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] }]),
    ),
  }
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const { version } = require('solc/package.json')
  const key = createHash('sha256').update(`solc ${version}\n${input}`).digest('hex')
  const cached = path.join(root, '.cache/solc', `${key}.json`)
  const hit = await readFile(cached, 'utf8').catch(() => undefined)
  if (hit !== undefined) return toArtifacts(JSON.parse(hit), entries)

  const count = Object.keys(sources).length
  onProgress(`compiling ${entries.length} Solidity files (${count} with their imports) with solc ${version}`)
  const started = performance.now()
  const output: unknown = JSON.parse(await runCompiler(input))
  const artifacts = toArtifacts(output, entries)
  const partial = `${cached}.${randomUUID()}.tmp`
  await mkdir(path.dirname(cached), { recursive: true })
  await writeFile(partial, JSON.stringify(output))
  await rename(partial, cached)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  onProgress(`compiled ${Object.keys(artifacts).length} contracts in ${seconds} s`)
  return artifacts
}

/** Reads the entries and all that they import, by the names under which solc will ask for them. */
async function collectSources(entries: string[], remappings: Record<string, string>) {
  const sources: Record<string, { content: string }> = {}
  const pending = [...entries]
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (sources[name]) continue
    const content = await readFile(sourceFile(name), 'utf8')
    sources[name] = { content }
    for (const [, imported] of content.matchAll(/^\s*import\s[^;]*?["']([^"']+)["'][^;]*;/gms)) {
      if (imported) pending.push(importName(imported, name, remappings))
    }
  }
  // The key of the cache must not depend on the order in which imports were met.
  return Object.fromEntries(Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function importName(imported: string, from: string, remappings: Record<string, string>): string {
  if (imported.startsWith('.')) return path.posix.join(path.posix.dirname(from), imported)
  const prefix = Object.keys(remappings).find((candidate) => imported.startsWith(candidate))
  return prefix === undefined ? imported : `${remappings[prefix]}${imported.slice(prefix.length)}`
}

/** Packages whose Solidity is compiled: scoped ones, and the EntryPoints. */
const OF_PACKAGE = /^(@|account-abstraction-)/

/** A file of the project is named by its path from the root, one of such a package by its path in `node_modules`. */
function sourceName(file: string): string {
  return path.relative(root, file).split(path.sep).join('/')
}

function sourceFile(name: string): string {
  return path.join(root, ...(OF_PACKAGE.test(name) ? ['node_modules'] : []), name)
}

/** Compiles in a process of its own. */
function runCompiler(input: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = fork(path.join(root, 'platform/solcProcess.ts'), { execArgv: [] })
    child.once('message', (output) => resolve(String(output)))
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`the Solidity compiler ended with ${signal ?? `code ${code}`}`)),
    )
    child.send(input)
  })
}

function toArtifacts(output: unknown, entries: string[]): Artifacts {
  const failures = list(field(output, 'errors')).filter((error) => field(error, 'severity') === 'error')
  if (failures.length > 0) throw new Error(failures.map((error) => field(error, 'formattedMessage')).join('\n'))
  const artifacts: Artifacts = {}
  for (const entry of entries) {
    for (const [name, contract] of Object.entries(field(field(output, 'contracts'), entry) ?? {})) {
      if (artifacts[name]) throw new Error(`${entry}: another contract is named ${name} too`)
      const evm = field(contract, 'evm')
      artifacts[name] = toArtifact(name, {
        abi: field(contract, 'abi'),
        bytecode: `0x${field(field(evm, 'bytecode'), 'object')}`,
        deployedBytecode: `0x${field(field(evm, 'deployedBytecode'), 'object')}`,
      })
    }
  }
  return artifacts
}

/**
 * Checks that a parsed JSON value is a compiled contract.
 *
 * @throws Error that names the contract and the part that is wrong (libraries that still have to be linked included).
 */
export function toArtifact(name: string, value: unknown): Artifact {
  const [abi, bytecode, deployedBytecode] = ['abi', 'bytecode', 'deployedBytecode'].map((key) => field(value, key))
  if (!isAbi(abi)) throw new Error(`${name} has no ABI`)
  if (!isCode(bytecode) || !isCode(deployedBytecode)) throw new Error(`${name} has no usable bytecode`)
  return { abi, bytecode, deployedBytecode }
}

function isAbi(value: unknown): value is Abi {
  return Array.isArray(value) && value.every((item) => typeof field(item, 'type') === 'string')
}

function isCode(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/.test(value)
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
