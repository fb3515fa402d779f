import { describe, expect, test } from 'vitest'
import { root, type Source, sources } from './sources.ts'
import { readdirSync } from 'node:fs'

const top = new Set(
  readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
)
const isOurs = (name: string): boolean => top.has(name.split('/')[0] ?? '')

/**
 * Folders of `shared`, lowest first: each may import those above it in this list and itself, and no folder of its own row.
 */
const ORDER: readonly (readonly string[])[] = [
  ['text', 'log', 'imaging'],
  ['abi', 'errors', 'memory'],
  ['chain', 'price'],
  ['store'],
  ['durable', 'logs'],
  ['env'],
  ['custody', 'identity', 'model', 'msgnet', 'outside', 'payment', 'reputation', 'storage'],
  ['domain', 'provisioner'],
  ['auth', 'intelligence'],
  ['calldata'],
  ['http'],
]

const folder = (path: string): string => path.split('/').slice(0, 2).join('/')

/** `file -> import` for each import that is not allowed. */
const breaches = (files: readonly Source[], isAllowed: (imported: string, file: string) => boolean): string[] =>
  files.flatMap(({ file, imports }) =>
    imports.filter((imported) => !isAllowed(imported, file)).map((imported) => `${file} -> ${imported}`),
  )

/** What documents every environment, and what looks that it does. */
const DOCUMENTS_ENV = ['scripts/configurationPage.ts', 'test/laws/environment.test.ts']

const under = (imported: string, ...folders: readonly string[]): boolean =>
  folders.some((folder) => imported.startsWith(`${folder}/`))

describe('who may import whom', () => {
  test('the contract stands on its own: zod and its OpenAPI side alone', () => {
    expect(
      breaches(
        sources('schema'),
        (imported) => under(imported, 'schema') || ['zod', '@hono/zod-openapi'].includes(imported),
      ),
    ).toEqual([])
  })

  test('what is shared knows the contract, and no function', () => {
    expect(
      breaches(
        sources('shared'),
        (imported, file) =>
          !isOurs(imported) ||
          under(imported, 'schema', 'shared') ||
          (under(imported, 'drizzle') && under(file, 'shared/store')),
      ),
    ).toEqual([])
  })

  test('inside shared, folders depend one way', () => {
    const rank = (path: string) => ORDER.findIndex((tier) => tier.includes(path.split('/')[1] ?? ''))
    const shared = sources('shared')
    expect(shared.map(({ file }) => file).filter((file) => rank(file) === -1)).toEqual([])
    expect(
      breaches(
        shared,
        (imported, file) =>
          !under(imported, 'shared') || rank(imported) < rank(file) || folder(imported) === folder(file),
      ),
    ).toEqual([])
  })

  test('a function knows the contract, what is shared, and itself', () => {
    const own = (file: string) => file.split('/').slice(0, 2).join('/')
    expect(
      breaches(
        sources('functions'),
        (imported, file) => !isOurs(imported) || under(imported, 'schema', 'shared', own(file)),
      ),
    ).toEqual([])
  })

  test('the provisioner knows the contract, what is shared, and itself; nothing but its tests and the page of its variables knows it', () => {
    expect(
      breaches(
        sources('provisioner'),
        (imported) => !isOurs(imported) || under(imported, 'schema', 'shared', 'provisioner'),
      ),
    ).toEqual([])
    const others = sources('schema', 'shared', 'functions', 'drizzle', 'localnet', 'scripts', 'bench', 'test').filter(
      ({ file }) => !under(file, 'test/provisioner') && !DOCUMENTS_ENV.includes(file),
    )
    expect(breaches(others, (imported) => !under(imported, 'provisioner'))).toEqual([])
  })

  test('tables are imported by the store alone', () => {
    const others = sources('schema', 'shared', 'functions', 'provisioner', 'localnet', 'scripts').filter(
      ({ file }) => !under(file, 'shared/store'),
    )
    expect(breaches(others, (imported) => !under(imported, 'drizzle'))).toEqual([])
  })

  test('nothing that is deployed imports tests or what runs on a machine', () => {
    expect(
      breaches(
        sources('schema', 'shared', 'functions', 'provisioner'),
        (imported) => !under(imported, 'test', 'localnet', 'scripts', 'bench'),
      ),
    ).toEqual([])
  })

  test('the reader of imports sees them', () => {
    const seen = new Map(sources('functions/vetoken').map(({ file, imports }) => [file, imports]))
    expect(seen.get('functions/vetoken/index.ts')).toEqual(
      expect.arrayContaining([
        'schema/vetoken/index.ts',
        'shared/http/serve.ts',
        'functions/vetoken/getVetokenUser.ts',
      ]),
    )
  })
})

test('contract addresses stand in the chain configuration alone; elsewhere only as examples', () => {
  const found = sources('schema', 'shared', 'functions', 'scripts', 'drizzle')
    .filter(({ file }) => !under(file, 'shared/chain/networks'))
    .flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, i) => (isAddress(line) && !isExample(line) ? [`${file}:${i + 1}`] : [])),
    )
  expect(found).toEqual([])
})

const isAddress = (line: string): boolean => /\b0x[0-9a-fA-F]{40}\b/.test(line)
const isExample = (line: string): boolean => /\bexamples?:|^\s*(\/\/|\*|\/\*)/.test(line)
