import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { validate } from '@readme/openapi-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openApiDocument } from '../../platform/openapi.ts'
import { piecesOf } from '../../platform/site/pieces.ts'
import { faultsOf } from '../support/facts.ts'
import { at } from './json.ts'
import { root } from './sources.ts'

const GENERATORS = ['orval', 'openapi-typescript', 'hey-api'] as const
/** The whole document, and two pieces: one that leaves something out, with unions, and one of an operation. */
const DOCUMENTS = ['whole', 'workspace', 'reviewAgentFeedback'] as const
const STRICT = ['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--skipLibCheck', '--types', '']
const PLATFORM = ['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
const MODULES = ['--module', 'esnext', '--moduleResolution', 'bundler']

const directory = mkdtempSync(path.join(tmpdir(), 'clients-'))
const QUIET = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
const run = (args: readonly string[]) =>
  spawnSync(process.execPath, args, {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, ...QUIET },
  })
const inLaws = (file: string) => path.join(import.meta.dirname, 'codegen', file)

/** The compiler's reports on all generated code and its uses, of one run: loading the platform takes most of the time. */
let reported: string[]
let status: number | null
const reportsOn = (text: string) => reported.filter((line) => line.startsWith(text))

beforeAll(() => {
  const json = openApiDocument()
  const { families, operations } = piecesOf(JSON.parse(json))
  for (const name of DOCUMENTS) {
    const piece = [...families, ...operations].find(({ url }) => url.endsWith(`/${name}.json`))
    writeFileSync(path.join(directory, `${name}.json`), piece ? JSON.stringify(piece.document) : json)
  }
  const hook = ['--import', path.join(root, 'platform/client/olderTypeScript.ts')]
  const generated = run([...hook, inLaws('generateClients.ts'), directory, ...DOCUMENTS])
  if (generated.status !== 0) throw new Error(generated.stderr.slice(-2000))
  for (const generator of GENERATORS) writeFileSync(path.join(directory, `${generator}.use.ts`), useOf(generator))
  const files = GENERATORS.flatMap((generator) => [
    ...DOCUMENTS.map((name) => `${name}/${generator}/index.ts`),
    `${generator}.use.ts`,
  ])
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
  const compiled = run([tsc, ...STRICT, ...PLATFORM, ...MODULES, ...files])
  reported = compiled.stdout.split('\n').filter((line) => line !== '')
  status = compiled.status
})
afterAll(() => rmSync(directory, { recursive: true }))

describe.each(GENERATORS)('what %s generates', (generator) => {
  test.each(DOCUMENTS)('from the document %s compiles under strict', (name) => {
    expect(reportsOn(`${name}/${generator}/`).slice(0, 20)).toEqual([])
  })

  test('reads a nullable reference as the type or null, and a plain one as the type', () => {
    expect(reportsOn(`${generator}.use.ts`)).toEqual([])
  })
})

test('the compiler complains of nothing else', () => {
  expect(reported.slice(0, 20)).toEqual([])
  expect(status).toBe(0)
})

test('the whole document is OpenAPI 3.0.3 by the rules of a second validator', () => {
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js')
  const { stdout, stderr, status } = run([redocly, 'lint', 'whole.json', '--extends=spec', '--format=json'])
  const report: unknown = JSON.parse(stdout.slice(stdout.indexOf('{')) || '{}')
  expect(at(report, 'problems'), stderr).toEqual([])
  expect(status).toBe(0)
})

test('the pieces of operations that leave something out are OpenAPI 3.0.3', async () => {
  const { operations } = piecesOf(JSON.parse(openApiDocument()))
  const checked = operations.filter(({ document: piece }) => piece['x-left-out'] !== undefined)
  const faultsOfPiece = async ({ document: piece }: (typeof operations)[number]) => {
    const result = await validate(JSON.parse(JSON.stringify(piece)))
    expect(result.valid ? [] : result.errors).toEqual([])
  }
  expect(checked).not.toEqual([])
  expect(await faultsOf(checked, ({ url }) => url, faultsOfPiece)).toEqual([])
})

/** A type test: null where the document says null, the plain type elsewhere. */
const USES: Record<(typeof GENERATORS)[number], string> = {
  orval: `import type { GaugeVault } from './whole/orval/index'\nexport type Vault = GaugeVault`,
  'openapi-typescript': `import type { components } from './whole/openapi-typescript/index'
    export type Vault = components['schemas']['GaugeVault']`,
  'hey-api': `import type { GaugeVault } from './whole/hey-api/index'\nexport type Vault = GaugeVault`,
}

const useOf = (generator: (typeof GENERATORS)[number]) => `${USES[generator]}
    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
    export const nullable: Same<Vault['coin'], string | null> = true
    export const plain: Same<Vault['vault'], string> = true`
