import { describe, expect, test } from 'vitest'
import { root, type Source, sources } from './sources.ts'
import { readdirSync } from 'node:fs'

const top = new Set(
  readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
)
const isOurs = (name: string): boolean => top.has(name.split('/')[0] ?? '')

/** Folders of `shared`, lowest first: each may import those above it in this list and itself, and no folder of its own row. */
const ORDER: readonly (readonly string[])[] = [
  ['text', 'log', 'imaging'],
  ['abi', 'errors'],
  ['cache', 'provider'],
  ['chain'],
  ['store'],
  ['durable', 'events'],
  ['env'],
  ['artifacts', 'idp', 'outside'],
  ['domain'],
  ['auth'],
  ['calldata'],
  ['http'],
  ['deployment'],
]

/** The floors of the house, lowest first: each may import those above it in this list, and itself. */
const FLOORS: readonly (readonly string[])[] = [
  ['client', 'schema'],
  ['drizzle'],
  ['shared'],
  ['functions', 'provisioner'],
  ['platform'],
  ['localnet'],
  ['scripts'],
  ['test', 'bench'],
]

const folder = (path: string): string => path.split('/').slice(0, 2).join('/')

/** `file -> import` for each import that is not allowed. */
const breaches = (files: readonly Source[], isAllowed: (imported: string, file: string) => boolean): string[] =>
  files.flatMap(({ file, imports }) =>
    imports.filter((imported) => !isAllowed(imported, file)).map((imported) => `${file} -> ${imported}`),
  )

/** Files that document every environment, and the tests of that. */
const DOCUMENTS_ENV = ['scripts/configurationPage.ts', 'test/laws/environment.test.ts']

const under = (imported: string, ...folders: readonly string[]): boolean =>
  folders.some((folder) => imported.startsWith(`${folder}/`))

describe('who may import whom', () => {
  test('the contract stands on its own: zod and its OpenAPI side alone', () => {
    expect(
      breaches(
        sources('schema'),
        (imported) => under(imported, 'schema') || ['zod', '@asteasolutions/zod-to-openapi'].includes(imported),
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
        (imported, file) =>
          !isOurs(imported) ||
          under(imported, 'schema', 'shared', own(file)) ||
          (under(imported, 'drizzle') && under(file, `${own(file)}/store`)),
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
    const others = sources(
      'schema',
      'shared',
      'functions',
      'drizzle',
      'platform',
      'localnet',
      'scripts',
      'bench',
      'test',
    ).filter(({ file }) => !under(file, 'test/provisioner') && !DOCUMENTS_ENV.includes(file))
    expect(breaches(others, (imported) => !under(imported, 'provisioner'))).toEqual([])
  })

  test('no arrow runs up', () => {
    const floor = (file: string) => FLOORS.findIndex((rooms) => rooms.includes(file.split('/')[0] ?? ''))
    const all = sources(...FLOORS.flat())
    expect(breaches(all, (imported, file) => !isOurs(imported) || floor(imported) <= floor(file))).toEqual([])
  })

  test('no files import each other in a circle, for their types neither', () => {
    expect(circles(sources(...FLOORS.flat()))).toEqual([])
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

/** Contracts whose addresses are known only for a hint: this service does not read them. */
const LABELS = 'functions/agents/intelligence/sources/knownEntities.ts'

test('contract addresses stand in the chain configuration alone; elsewhere only as examples', () => {
  const found = sources('schema', 'shared', 'functions', 'platform', 'scripts', 'drizzle')
    .filter(({ file }) => !under(file, 'shared/chain/networks') && file !== LABELS)
    .flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, i) => (isAddress(line) && !isExample(line) ? [`${file}:${i + 1}`] : [])),
    )
  expect(found).toEqual([])
})

const isAddress = (line: string): boolean => /\b0x[0-9a-fA-F]{40}\b/.test(line)
const isExample = (line: string): boolean => /\bexamples?:|^\s*(\/\/|\*|\/\*)/.test(line)

/** Strongly connected files (R. E. Tarjan, Depth-first search and linear graph algorithms, 1972), each circle as one line. */
function circles(files: readonly Source[]): string[] {
  const imports = new Map(files.map(({ file, imports: all }) => [file, all]))
  const found: string[] = []
  const seen = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): number => {
    const index = seen.size
    seen.set(file, index)
    open.push(file)
    let low = index
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue
      if (!seen.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, seen.get(next) ?? low)
    }
    if (low === index) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) found.push(circle.join(' <-> '))
    }
    return low
  }
  for (const { file } of files) if (!seen.has(file)) visit(file)
  return found
}
