import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { listen } from '../../localnet/standIn.ts'
import { CHROMIUM } from '../support/machine.ts'

/** Names the URL that says where the browser of a run listens. */
export const BROWSER_URL = 'TEST_BROWSER_URL'
/** Counts how often it was launched again, for the closing lines of the run. */
export const RELAUNCHES = 'TEST_BROWSER_RELAUNCHES'

const MOST_RELAUNCHES = 3
const MOST_COMPLAINT = 4000

/** Before any test: one Chromium for all files of a run, launched when the first asks for it. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await serveBrowser(CHROMIUM ?? '')
  process.env[BROWSER_URL] = url
  return stop
}

/** Launches a browser when its endpoint is requested, and again if it has ended since, or ends while it starts. */
export async function serveBrowser(program: string): Promise<{ url: string; stop(): Promise<void> }> {
  let child: ChildProcess | undefined
  let endpoint: Promise<string> | undefined
  const launch = async (): Promise<string> => {
    let complaint = ''
    for (let relaunches = 0; relaunches <= MOST_RELAUNCHES; relaunches++) {
      if (relaunches > 0) process.env[RELAUNCHES] = String(Number(process.env[RELAUNCHES] ?? 0) + 1)
      // A process of its own, without the options of this one; what it complains of is shown if it is given up.
      const started = (child = fork(path.join(import.meta.dirname, 'browserProcess.ts'), [program], {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      }))
      started.stderr?.on(
        'data',
        (part: Buffer) => (complaint = `${complaint}${part.toString()}`.slice(-MOST_COMPLAINT)),
      )
      const ended = once(started, 'close')
      const [message] = await Promise.race([once(started, 'message'), ended.then(() => [])])
      if (typeof message !== 'string') continue
      void ended.then(() => (endpoint = undefined))
      return message
    }
    throw new Error(`browser: ended at each of ${1 + MOST_RELAUNCHES} launches\n${complaint}`)
  }
  const { url, stop } = await listen(
    createServer((_, response) => {
      ;(endpoint ??= launch()).then(
        (message) => response.end(message),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    }),
  )
  return {
    url,
    async stop() {
      await stop()
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
