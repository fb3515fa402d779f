import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildClient } from './buildClient.ts'
import { CLIENT_FOLDER, CLIENT_TARBALL } from './clientBundle.ts'

let packed: Promise<Uint8Array> | undefined

/** The client package as `npm pack` makes it, once a process. The same sources make the same bytes. */
export const packClient = (): Promise<Uint8Array> => (packed ??= pack())

async function pack(): Promise<Uint8Array> {
  await buildClient()
  const folder = await mkdtemp(path.join(tmpdir(), 'client-'))
  try {
    const options = ['--ignore-scripts', '--silent', '--pack-destination', folder]
    await promisify(execFile)('npm', ['pack', ...options], { cwd: CLIENT_FOLDER })
    return await readFile(path.join(folder, CLIENT_TARBALL))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
