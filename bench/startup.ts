import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundleOf, outDir, scriptsOf } from '../platform/bundle/modulesOf.ts'
import { median } from './load.ts'

/** Replaces what only workerd has, so that Node can load a bundle. */
const HOOKS = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve: (name, context, next) => (name.startsWith('cloudflare:') || name.endsWith('.wasm') ? { url: 'stub:' + name, shortCircuit: true } : next(name, context)),
  load: (url, context, next) => url.startsWith('stub:')
    ? { format: 'module', shortCircuit: true, source: 'export class DurableObject {}; export class WorkerEntrypoint {}; export const env = {}; export default {}' }
    : next(url, context),
})
// Node makes these when they are first named, and workerd has them before it loads a Worker.
await import('node:crypto')
await new Response(new Request('http://localhost').body).text()
void [Headers, TextDecoder, TransformStream, FormData, Blob, File, crypto.subtle]
const started = performance.now()
await import(process.argv[1])
console.log(performance.now() - started)
`

/**
 * Of a Worker's bundle in a folder of bundles: gzip size in KiB of the scripts that load when it starts, without its wasm, and the
 * median milliseconds that a fresh process takes to load them.
 */
export function bundleFacts(worker: string, folder = outDir): { gzipKiB: number; wasmKiB: number; importMs: number } {
  const file = bundleOf(worker, folder)
  const wasm = readdirSync(path.dirname(file)).filter((name) => name.endsWith('.wasm'))
  return {
    gzipKiB: [...scriptsOf(file, 'atStart').values()].reduce((sum, text) => sum + gzipSync(text).length / 1024, 0),
    wasmKiB: wasm.reduce((sum, name) => sum + statSync(path.join(path.dirname(file), name)).size, 0) / 1024,
    importMs: median(Array.from({ length: 5 }, () => loadMs(file))),
  }
}

/** Milliseconds that a fresh process takes to load a bundle. */
export function loadMs(file: string): number {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', HOOKS, file], {
    encoding: 'utf8',
  })
  const ms = Number(stdout.trim())
  if (!(ms > 0)) throw new Error(`${file} does not load: ${stderr}`)
  return ms
}
