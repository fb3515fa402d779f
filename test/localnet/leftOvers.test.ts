import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FOLDER_MARK, removeLeftOvers } from '../../localnet/folder.ts'

let directory: string
let lines: string[]
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'left-'))
  lines = []
})
afterEach(() => rm(directory, { recursive: true, force: true }))
const clean = (bundles: string[] = []) => removeLeftOvers({ directory, bundles }, (line) => lines.push(line))

/** A process of a start in a folder, that nothing ends. */
const orphanOf = async (folder: string) => {
  const orphan = spawn('sleep', ['60'], { env: { ...process.env, [FOLDER_MARK]: folder } })
  await once(orphan, 'spawn')
  // The event comes when execve(2) closes descriptors, which is before /proc shows the environment.
  await expect.poll(() => readFile(`/proc/${orphan.pid}/environ`, 'utf8')).toContain(`${FOLDER_MARK}=${folder}`)
  return { orphan, ended: once(orphan, 'exit') }
}

/** The id of a process that has ended. */
const endedPid = async (): Promise<number> => {
  const child = spawn('true')
  await once(child, 'exit')
  return child.pid ?? 0
}

describe('happy', () => {
  test('files and processes of a start that was killed go, each with a line; all else stays', async () => {
    const bundles = path.join(directory, 'bundles')
    for (const folder of ['chain', 'state', 'bundles']) await mkdir(path.join(directory, folder))
    const dead = `bundles/index.js.${await endedPid()}`
    const left = ['manifest.json', 'manifest.json.draft', 'chain/state.gz.draft', 'state/secrets.json.draft', dead]
    const kept = ['chain/state.gz', 'state/secrets.json', 'bundles/index.js', `bundles/index.js.${process.pid}`]
    for (const file of [...left, ...kept]) await writeFile(path.join(directory, file), '')
    const { orphan, ended } = await orphanOf(directory)
    await clean([bundles])
    await ended
    expect(left.filter((file) => existsSync(path.join(directory, file)))).toEqual([])
    expect(kept.filter((file) => !existsSync(path.join(directory, file)))).toEqual([])
    expect(lines).toHaveLength(left.length + 1)
    expect(lines[0]).toBe(`cleanup: ended sleep (process ${orphan.pid}) of an earlier start that was killed`)
    expect(lines.join('\n')).toContain('cleanup: removed manifest.json of an earlier start that was killed')
    lines.length = 0
    await clean([bundles])
    expect(lines).toEqual([])
  })
})

describe('error', () => {
  test('a folder that is empty or not there has nothing to clean', async () => {
    await clean([path.join(directory, 'nowhere')])
    await rm(directory, { recursive: true })
    await clean()
    expect(lines).toEqual([])
  })

  test('processes of a start in another folder stay', async () => {
    const { orphan, ended } = await orphanOf(`${directory}-other`)
    await clean()
    expect(orphan.exitCode).toBeNull()
    expect(orphan.signalCode).toBeNull()
    orphan.kill('SIGKILL')
    await ended
    expect(lines).toEqual([])
  })
})

describe('concurrency', () => {
  test('processes that end while they are looked for are no fault', async () => {
    const orphans = await Promise.all(Array.from({ length: 8 }, () => orphanOf(directory)))
    await Promise.all([...orphans.map(async ({ orphan }) => orphan.kill('SIGKILL')), clean(), clean()])
    await Promise.all(orphans.map(({ ended }) => ended))
  })
})
