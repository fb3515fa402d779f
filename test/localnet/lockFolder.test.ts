import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lockFolder } from '../../localnet/folder.ts'

const module = path.resolve(import.meta.dirname, '../../localnet/folder.ts')
let folder: string
const running = new Set<ChildProcess>()

beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'lock-')))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A process that locks a folder, prints `mine` or the error, and stays while it has the lock. */
async function taker(directory: string, who: string): Promise<{ child: ChildProcess; outcome: string }> {
  const script = `const { lockFolder } = await import(${JSON.stringify(module)})
    const outcome = await lockFolder(${JSON.stringify(directory)}, ${JSON.stringify(who)}).then(() => 'mine', (error) => error.message)
    process.stdout.write(outcome + '\\n')
    if (outcome === 'mine') setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script])
  running.add(child)
  const [outcome] = await once(child.stdout, 'data')
  return { child, outcome: String(outcome).trim() }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

describe('happy', () => {
  test('a folder that nobody has is taken, made where it is not there, and free again after kill -9', async () => {
    const fresh = path.join(folder, 'made', 'here')
    const first = await taker(fresh, 'the first')
    expect(first.outcome).toBe('mine')
    await end(first.child, 'SIGKILL')
    const second = await taker(fresh, 'the second')
    expect(second.outcome).toBe('mine')
    await end(second.child, 'SIGTERM')
  })

  test('two folders do not disturb each other', async () => {
    const takers = await Promise.all(['a', 'b'].map((name) => taker(path.join(folder, name), name)))
    expect(takers.map(({ outcome }) => outcome)).toEqual(['mine', 'mine'])
  })
})

describe('error', () => {
  test('a folder that is taken is refused by whatever path, saying who has it and how to go apart', async () => {
    const first = await taker(folder, 'http://127.0.0.1:8787')
    const link = `${folder}-link`
    await symlink(folder, link)
    try {
      for (const name of [folder, link, path.join(folder, 'made', '..')]) {
        const refusal = lockFolder(name, 'another')
        await expect(refusal).rejects.toThrow(
          `${folder} is in use by http://127.0.0.1:8787 (process ${first.child.pid})`,
        )
        await expect(refusal).rejects.toThrow(/LOCALNET_DIR .* PORT .* LOCALNET_RPC_PORT/)
      }
    } finally {
      await rm(link)
    }
  })
})

describe('security', () => {
  test.each([
    ['says nothing', ''],
    ['sends control characters without end', '\u001b]0;owned\u0007\n'.repeat(100_000)],
  ])('a stranger who holds the name and %s is not waited for, nor repeated', async (_, words) => {
    const target = path.join(folder, `strange-${words.length}`)
    const name = `\0localnet-${createHash('sha256').update(target).digest('hex')}`
    const stranger = createServer((socket) => {
      socket.on('error', () => {})
      if (words !== '') socket.write(words)
    }).listen(name)
    await once(stranger, 'listening')
    const refusal = await lockFolder(target, 'mine').catch((error: unknown) => String(error))
    expect(refusal).toMatch(words === '' ? /in use by another start;/ : /in use by \]0;owned/)
    expect(refusal).toMatch(/^[\x20-\x7e]{1,1000}$/)
    stranger.close()
  })
})

describe('concurrency', () => {
  test('of many that start at once exactly one has the folder, and after its death exactly one again', async () => {
    const target = path.join(folder, 'race')
    for (let round = 0; round < 2; round++) {
      const takers = await Promise.all(Array.from({ length: 6 }, (_, i) => taker(target, `start ${i}`)))
      const winners = takers.filter(({ outcome }) => outcome === 'mine')
      expect(winners).toHaveLength(1)
      for (const { outcome } of takers.filter((one) => one !== winners[0])) expect(outcome).toContain(' is in use by ')
      await Promise.all(winners.map(({ child }) => end(child, 'SIGKILL')))
    }
  })
})
