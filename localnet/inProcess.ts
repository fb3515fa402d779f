import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import type { World } from './world/buildWorld.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Work that is needed only at the start runs in separate processes, so that its memory is freed when it is done. */
function start(script: string, args: readonly string[] = []): ChildProcess {
  const child = fork(path.resolve(root, script), args, { cwd: root, execArgv: [], serialization: 'advanced' })
  const kill = () => void child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

/** Runs a program to its end. Rejects if it fails; its messages are on the error output. */
const run = (child: ChildProcess, failure: string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(failure))))
  })

/** Builds the Workers and the client package. */
export const buildInProcess = (): Promise<void> =>
  run(start('platform/build.ts'), 'the Workers or the client package could not be built')

/** Writes the documents of a chain, given as JSON, into a folder. */
export const documentsInProcess = (folder: string, chain: string): Promise<void> =>
  run(start('platform/site/documentsProcess.ts', [folder, chain]), 'the documents could not be written')

/** Builds the local world on a node. Rejects if that fails; its messages are on the error output. */
export const worldInProcess = (rpcUrl: string, say: (line: string) => void): Promise<World> =>
  new Promise((resolve, reject) => {
    const child = start('localnet/world/worldProcess.ts')
    child.on('message', (message) => {
      if (isWorld(message)) resolve(message.world)
      else if (isLine(message)) say(message.line)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error('the process that builds the local world ended before it was built')))
    child.send(rpcUrl)
  })

const isLine = (value: unknown): value is { line: string } =>
  typeof value === 'object' && value !== null && 'line' in value && typeof value.line === 'string'

const isWorld = (value: unknown): value is { world: World } =>
  typeof value === 'object' && value !== null && 'world' in value && typeof value.world === 'object'
