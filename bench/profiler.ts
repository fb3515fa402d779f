import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import * as z from 'zod'
import { bundleOf, root } from '../platform/bundle/modulesOf.ts'
import { closedLoop, type Bounds } from './closedLoop.ts'
import type { Load } from './load.ts'

const CallFrame = z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int(), columnNumber: z.int() })

/** A CPU profile as V8's inspector gives it: times in microseconds. */
const Profile = z.object({
  nodes: z.array(z.object({ id: z.int(), callFrame: CallFrame })),
  samples: z.array(z.int()),
  timeDeltas: z.array(z.int()),
})

/** One without a result repeats what was sent. */
const Reply = z.object({ id: z.int(), result: z.record(z.string(), z.unknown()).default({}) })
const Targets = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string() }))

const SAMPLING_US = 100
const SECONDS = 5

/** Microseconds that a request spends in each source of a Worker itself, most first. */
export interface Spent {
  readonly bySource: readonly (readonly [source: string, us: number])[]
}

/** Profiles a Worker in workerd through its inspector while it answers a load, whose requests `next` makes. */
export async function profileWorker(
  inspectorPort: number,
  worker: string,
  next: () => Load,
  { connections = 16, seconds = SECONDS }: Bounds = {},
): Promise<Spent> {
  const inspector = await openInspector(inspectorPort, worker)
  try {
    await inspector.send('Profiler.enable')
    await inspector.send('Profiler.setSamplingInterval', { interval: SAMPLING_US })
    await closedLoop(next, { connections, seconds: seconds / 2 })
    await inspector.send('Profiler.start')
    const { requests, failures } = await closedLoop(next, { connections, seconds })
    if (failures[0] !== undefined) throw new Error(failures[0])
    const { profile } = await inspector.send('Profiler.stop')
    const total = selfTimes(Profile.parse(profile), sourcesOf(worker))
    return {
      bySource: [...total].map(([source, us]) => [source, us / requests] as const).toSorted((a, b) => b[1] - a[1]),
    }
  } finally {
    inspector.close()
  }
}

async function openInspector(port: number, worker: string) {
  const listed = Targets.parse(await (await fetch(`http://127.0.0.1:${port}/json`)).json())
  const target = listed.find(({ id }) => id.endsWith(`-${worker}`))
  if (!target) throw new Error(`${worker} has no inspector`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const waiting = new Map<number, (result: Record<string, unknown>) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = Reply.safeParse(JSON.parse(String(data)))
    if (reply.success) waiting.get(reply.data.id)?.(reply.data.result)
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  return {
    send: (method: string, params: object = {}): Promise<Record<string, unknown>> =>
      new Promise((resolve) => {
        const id = waiting.size + 1
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}

type SourceOf = (frame: z.infer<typeof CallFrame>) => string | undefined

/** The time of each source itself, but for idle time. */
function selfTimes({ nodes, samples, timeDeltas }: z.infer<typeof Profile>, sourceOf: SourceOf): Map<string, number> {
  const sources = new Map(nodes.map(({ id, callFrame }) => [id, sourceOf(callFrame)]))
  const total = new Map<string, number>()
  for (const [i, id] of samples.entries()) {
    const source = sources.get(id)
    if (source !== undefined) total.set(source, (total.get(source) ?? 0) + (timeDeltas[i] ?? 0))
  }
  return total
}

/** The source of a frame of a Worker: a file of ours, a package, or the runtime; undefined while it waits. */
function sourcesOf(worker: string): SourceOf {
  const folder = path.dirname(bundleOf(worker))
  const maps = new Map<string, SourceMap | undefined>()
  const mapOf = (script: string) => {
    const file = path.join(folder, `${script}.map`)
    if (!maps.has(script))
      maps.set(script, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined)
    return maps.get(script)
  }
  return ({ functionName, url, lineNumber, columnNumber }) => {
    if (functionName === '(idle)') return undefined
    if (url === '') return `the runtime: ${functionName || 'native code'}`
    // A bundle is split into an entry and the scripts that it imports.
    const script = url.slice(url.lastIndexOf('/') + 1)
    if (!script.endsWith('.js') && !script.endsWith('.mjs')) return `the runtime: ${url}`
    const entry = mapOf(script)?.findEntry(lineNumber, columnNumber)
    if (!entry || !('originalSource' in entry)) return `${worker}/${script}`
    const file = path.relative(root, path.resolve(folder, entry.originalSource))
    return file.includes('node_modules/') ? `${packageOf(file)} (package)` : file
  }
}

const packageOf = (file: string): string => {
  const [scope = '', name = ''] = (file.split('node_modules/').at(-1) ?? '').split('/')
  // The maps of drizzle-orm name its sources as if they were beside it.
  if (scope === 'src') return 'drizzle-orm'
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}
