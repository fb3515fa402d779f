import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * After `npm install` on a machine where packages for other platforms cannot be downloaded, npm leaves them out of the lock file
 * and `npm ci` then reports it as out of sync. This writes the missing optional entries by name and version, and asks the
 * registry for the integrity of every entry that has none. It takes another project's lock file as its argument.
 */
const file = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../package-lock.json'))
const lock: { packages: Record<string, Entry> } = JSON.parse(await readFile(file, 'utf8'))
interface Entry {
  version?: string
  integrity?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
  resolved?: string
  link?: true
}

let added = 0
for (const [location, entry] of Object.entries(lock.packages)) {
  if (entry.link !== true) delete entry.resolved
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${location}/node_modules/${name}`
    if (
      location === ''
        ? lock.packages[`node_modules/${name}`]
        : (lock.packages[nested] ?? lock.packages[`node_modules/${name}`])
    )
      continue
    const os = /(linux|darwin|win32|windows|freebsd|openbsd|netbsd|android|sunos|aix)/.exec(name)?.[1]
    const cpu = /(x64|arm64|amd64|ia32|arm|ppc64|s390x|riscv64|loong64|mips64el)/.exec(name)?.[1]
    lock.packages[`node_modules/${name}`] = {
      version: range.replace(/^[\^~]/, ''),
      optional: true,
      ...(os === undefined ? {} : { os: [os === 'windows' ? 'win32' : os] }),
      ...(cpu === undefined ? {} : { cpu: [cpu === 'amd64' ? 'x64' : cpu] }),
    }
    added++
  }
}

const unproven: string[] = []
for (const [location, entry] of Object.entries(lock.packages)) {
  // A workspace, and the link to it, come from no registry.
  if (!location.includes('node_modules/') || entry.link || entry.integrity !== undefined) continue
  const name = location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const published = await publishedIntegrity(`${name}@${entry.version}`)
  if (published === undefined) unproven.push(name)
  else entry.integrity = published
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} entries added; without an integrity hash in the registry: ${unproven.join(', ') || 'none'}`)

/** Integrity that the registry publishes; undefined if it lacks the version. Throws if the registry does not answer. */
async function publishedIntegrity(what: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['view', what, 'dist.integrity'])
    return stdout.trim() || undefined
  } catch (error) {
    if (error instanceof Error && error.message.includes('E404')) return undefined
    throw error
  }
}
