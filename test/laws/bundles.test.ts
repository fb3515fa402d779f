import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../schema/errorGuide/sections.ts'
import { bundleOf, scriptsOf } from '../../platform/bundle/modulesOf.ts'
import { chatappPage } from '../../platform/chatappPage.ts'
import { WORKER_NAMES, type WorkerName } from '../../platform/workers.ts'
import { factsAbout } from '../support/facts.ts'

const SourceMap = z.object({ sources: z.array(z.string()), sourcesContent: z.unknown().optional() })
const KIB = 1024
const page = await chatappPage()
const kibOf = (text: string | Buffer): number => gzipSync(text).byteLength / KIB
/** Gzipped scripts that load when a Worker starts, without wasm. The documents of the host are assets. */
const MOST: Partial<Record<WorkerName, number>> = {
  // Five rooms.
  agents: 260,
  // Every request passes it.
  gateway: 60,
}
const MOST_OF_FAMILY = 200

/** All scripts of a Worker, also those that are loaded when they are needed. */
const scriptOf = (worker: WorkerName): string => [...scriptsOf(bundleOf(worker)).values()].join('\n')

/** Names that outlive minification: of methods, of viem's accounts and wallet actions, of what a key would be read from. */
const FORBIDDEN = ['eth_send', 'sendRawTransaction', 'sendTransaction', 'signTransaction', 'PRIVATE_KEY']

test('the page of the Mini App has at most 46 KiB of script', () => {
  expect(kibOf(page['script'] ?? '')).toBeGreaterThan(1)
  expect(kibOf(page['script'] ?? '')).toBeLessThanOrEqual(46)
})

/** Plain ones: a bundle escapes other characters. */
const causes = Object.values(CATALOGUE).flatMap(({ cause }) =>
  /^[ -~]+$/.test(cause) && !/['"`]/.test(cause) ? [cause] : [],
)

describe('the bundle of every Worker', () => {
  const all = WORKER_NAMES.map((worker) => ({ worker, source: scriptOf(worker) }))
  const fact = factsAbout(all, ({ worker }) => worker)

  fact('is small enough to start at once', ({ worker }) => {
    const started = [...scriptsOf(bundleOf(worker), 'atStart').values()]
    const kib = started.reduce((sum, text) => sum + kibOf(text), 0)
    expect(kib).toBeLessThanOrEqual(MOST[worker] ?? MOST_OF_FAMILY)
  })

  fact('has what we wrote in one of its modules alone: no class is there twice', ({ worker }) => {
    const own = [...scriptsOf(bundleOf(worker)).keys()]
      .flatMap(inputsOf(worker))
      .filter((file) => !/node_modules|generated:/.test(file))
    expect(own.filter((file, i) => own.indexOf(file) !== i)).toEqual([])
  })

  fact(
    'cannot broadcast or sign a transaction: it names no method that sends one, and reads no key',
    ({ worker, source }) => {
      // Requests to the workflow gateway are signed with a key of the operator's; there is no other.
      const words = FORBIDDEN.filter((word) => !(worker === 'cre' && word === 'PRIVATE_KEY'))
      expect(words.filter((word) => source.includes(word))).toEqual([])
    },
  )

  fact('has a map of its positions beside it, which names our sources and holds none of their text', ({ worker }) => {
    expect(readFileSync(bundleOf(worker), 'utf8').slice(-64)).toMatch(/\n\/\/# sourceMappingURL=index\.js\.map\n$/)
    const map = SourceMap.parse(JSON.parse(readFileSync(`${bundleOf(worker)}.map`, 'utf8')))
    expect(map.sourcesContent).toBeUndefined()
    expect(map.sources).toContain(`../../functions/${worker}/index.ts`)
    expect(map.sources.filter((name) => path.isAbsolute(name))).toEqual([])
  })

  fact('has no causes of errors, which are for documents alone', ({ source }) => {
    expect(causes.filter((cause) => source.includes(cause))).toEqual([])
  })

  fact('brings the languages of its validation messages as English alone', ({ source }) => {
    expect(source.match(/Ungültige Eingabe|Entrada inválida/)?.[0]).toBeUndefined()
  })
})

/** Files that a script was made of, by its map. */
const inputsOf = (worker: WorkerName) => (name: string) => {
  const folder = path.dirname(bundleOf(worker))
  const map = SourceMap.parse(JSON.parse(readFileSync(path.join(folder, `${name}.map`), 'utf8')))
  return map.sources.map((file) => path.resolve(folder, file))
}

test('a bundle that signs and sends is found out by those names', async () => {
  const contents = `
    import { createClient, http } from 'viem'
    import { privateKeyToAccount } from 'viem/accounts'
    import { sendTransaction } from 'viem/actions'
    export default (env) =>
      sendTransaction(createClient({ transport: http(env.URL) }), { account: privateKeyToAccount(env.PRIVATE_KEY) })`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  const text = outputFiles[0]?.text ?? ''
  expect(FORBIDDEN.filter((word) => !text.includes(word))).toEqual([])
})
