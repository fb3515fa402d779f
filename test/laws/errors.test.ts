import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { BY_CREDENTIAL, codesOf, DOCUMENT_CODES, HOST_CODES, PAGE_CODES } from '../../schema/codesOf.ts'
import { SECTIONS } from '../../schema/errorGuide/sections.ts'
import { ERRORS, isErrorCode, type ErrorCode } from '../../schema/errors.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { CHAIN, type Operation } from '../../schema/operation.ts'
import { errorsFile, errorsPage } from '../../scripts/errorsPage.ts'
import { factsAbout } from '../support/facts.ts'
import { type Source, sources } from './sources.ts'

const families: readonly (readonly [string, readonly Operation[]])[] = Object.entries(OPERATIONS).map(
  ([family, operations]) => [family, Object.values(operations)],
)
const operations = families.flatMap(([, own]) => own)
const files = new Map(
  sources('schema', 'shared', 'functions', 'provisioner').map((source) => [source.file, source] as const),
)
const declaredBy = (some: readonly Operation[]): ReadonlySet<ErrorCode> =>
  new Set(some.flatMap((operation) => [...codesOf(operation), ...(operation['x-stream-errors'] ?? [])]))

test('docs/errors.md is what npm run generate writes', async () => {
  expect(await readFile(errorsFile, 'utf8')).toBe(errorsPage())
})

describe('the catalogue', () => {
  const codes = Object.keys(ERRORS)
  const printed = Object.values(SECTIONS).flatMap((guide) => Object.entries(guide))

  test('has each code in one section, with a cause and a fix in one or two sentences', () => {
    expect(printed.map(([code]) => code).toSorted()).toEqual(codes.toSorted())
    for (const [code, { cause, fix }] of printed)
      for (const text of [cause, fix]) expect(text, code).toMatch(/^[A-Z`][^|\n]{3,}\.$/)
  })

  test('has no code that nobody can be answered with', () => {
    const answered = new Set<string>([...declaredBy(operations), ...HOST_CODES])
    for (const code of thrownIn(reached(['provisioner/createApp.ts', 'provisioner/client/createProvisioner.ts'])))
      answered.add(code)
    // Credentials that a family may demand before any does.
    for (const code of Object.values(BY_CREDENTIAL).flat()) answered.add(code)
    expect(codes.filter((code) => !answered.has(code))).toEqual([])
  })

  test('promises a time to come back with 502, 503 of a busy service, and 504', () => {
    for (const [code, { status, retry }] of Object.entries(ERRORS)) {
      if (status === 502 || status === 504 || code.endsWith('_busy')) expect(retry, code).toBeGreaterThanOrEqual(1)
      if (code.endsWith('_not_configured')) expect(retry, code).toBeUndefined()
    }
  })

  test('counts as an outage what the chain nodes fail with, and nothing else', () => {
    const outages = Object.entries(ERRORS).flatMap(([code, { outage }]) => (outage ? [code] : []))
    expect(outages.toSorted()).toEqual([...CHAIN].toSorted())
  })

  test('has one code for one thing', () => {
    const words = (code: string) => code.split('_').toSorted().join(' ')
    const same = codes.filter((code, i) => codes.findIndex((other) => words(other) === words(code)) !== i)
    expect(same).toEqual([])
  })
})

describe('an operation declares', () => {
  test('only what its other attributes do not say already', () => {
    for (const operation of operations) {
      const { 'x-errors': own = [], ...rest } = operation
      const implied = codesOf(rest)
      const twice = own.filter((code, i) => own.indexOf(code) !== i)
      const said = own.filter((code) => implied.has(code))
      expect([...twice, ...said], operation.operationId).toEqual([])
    }
  })

  test('what it answers where its deployment lacks something', () => {
    for (const operation of operations) {
      const needed = Object.values(operation['x-needs']).flatMap((without) =>
        typeof without === 'string' ? [without] : 'error' in without ? [without.error] : [],
      )
      expect([...codesOf(operation)], operation.operationId).toEqual(expect.arrayContaining(needed))
    }
  })
})

/** Codes that the pipeline and the credentials add by the attributes of an operation: a runtime test sees what is missing. */
const IMPLIED: ReadonlySet<string> = new Set([
  ...HOST_CODES,
  ...CHAIN,
  ...Object.values(BY_CREDENTIAL).flat(),
  'invalid_address',
  'unsupported_chain',
  'behind_requested_block',
  'state_not_available',
  'limiter_unavailable',
  'uri_too_long',
  'rate_limited',
  'internal_error',
  'configuration_invalid',
  'invalid_json',
])

describe('every family', () => {
  const fact = factsAbout(
    families.filter(([, own]) => own.length > 0),
    ([family]) => family,
  )

  fact('declares every code that its own sources throw', ([family, own]) => {
    const declared = declaredBy(own)
    const all = reached([`functions/${family}/index.ts`])
    const thrown = thrownIn(all.filter(({ file }) => file.startsWith(`functions/${family}/`)))
    const ofPages: readonly string[] = family === 'site' ? PAGE_CODES : []
    expect(thrown.filter((code) => !declared.has(code) && !isOfHost(code) && !ofPages.includes(code))).toEqual([])
  })

  fact('declares every code that the shared sources which it reaches throw', ([family, own]) => {
    const declared = declaredBy(own)
    const all = reached([`functions/${family}/index.ts`])
    const thrown = thrownIn(all.filter(({ file }) => file.startsWith('shared/')))
    const ofDocuments: readonly string[] = family === 'gateway' ? DOCUMENT_CODES : []
    expect(thrown.filter((code) => !declared.has(code) && !IMPLIED.has(code) && !ofDocuments.includes(code))).toEqual(
      [],
    )
  })
})

test('the reader of thrown codes sees them, also where they do not stand beside the class', () => {
  const thrown = (file: string) => thrownIn([...files.values()].filter((source) => source.file === file))
  expect(thrown('shared/domain/vault/requireVault.ts')).toEqual(
    expect.arrayContaining(['not_a_contract', 'not_a_vault']),
  )
  expect(thrown('functions/cre/workflowGateway/executeWorkflow.ts')).toContain('gateway_overloaded')
  expect(thrown('shared/idp/fetchUser.ts')).toEqual(['identity_provider_unavailable'])
  expect(thrown('shared/chain/chain.ts')).toContain('role_not_configured')
})

const isOfHost = (code: string): boolean => HOST_CODES.some((host) => host === code)

/** What throws by the attributes of an operation. Sources import more of it than they call. */
const OF_PIPELINE = ['shared/auth/', 'shared/chain/', 'shared/http/', 'shared/domain/authority/']

/** Sources that files import, and those in turn, types aside; of the pipeline's only those that a family imports itself. */
function reached(from: readonly string[]): Source[] {
  const found = new Map<string, Source>()
  const visit = (file: string, by: string): void => {
    const source = files.get(file)
    const isPipelines = by.startsWith('shared/') && OF_PIPELINE.some((folder) => file.startsWith(folder))
    if (!source || found.has(file) || file.startsWith('schema/') || isPipelines) return
    found.set(file, source)
    for (const imported of source.values) visit(imported, file)
  }
  for (const file of from) visit(file, '')
  return [...found.values()]
}

/** Codes that stand as texts in sources that make errors: in the call itself, in a table, or in what passes them on. */
const thrownIn = (some: readonly Source[]): ErrorCode[] => [...new Set(some.flatMap(codesIn).filter(isErrorCode))]

function codesIn({ text }: Source): string[] {
  const code = text.replace(/\/\*.*?\*\//gs, '')
  const roles = /\.role\('/.test(code) ? ['role_not_configured'] : []
  if (!/\bApiError\b|\bErrorCode\b|\bwithCodes\b/.test(code)) return roles
  // `code: '…'` is an issue of a builder, unless the source says that it deals in codes of the catalogue.
  const texts = /\bErrorCode\b/.test(code) ? /(?<=')\w+(?=')/g : /(?<=(?<!\bcode: )')\w+(?=')/g
  return [...roles, ...(code.match(texts) ?? [])]
}
