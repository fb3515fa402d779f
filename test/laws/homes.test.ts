import { expect, test } from 'vitest'
import { type Source, sources } from './sources.ts'

/** Files of `shared` that one family reaches, or none, and stay: a path or the beginning of one, and why. */
const STAY: Readonly<Record<string, string>> = {
  'shared/domain/authority/': 'one module decides what a proof is worth, whoever asks',
  'shared/idp/': 'the identity provider and its custody are one service with one credential',
}

/** Parts that are deployed by themselves: each family's Worker, the service, the client. */
const ownerOf = (file: string): string | undefined => /^(functions\/\w+|provisioner|client)\//.exec(file)?.[1]

/** The owners that reach each file of `shared`, for its types too. */
function owners(files: readonly Source[]): Map<string, Set<string>> {
  const imports = new Map(files.map(({ file, imports: all }) => [file, all]))
  const reached = new Map<string, Set<string>>()
  for (const owner of new Set(files.flatMap(({ file }) => ownerOf(file) ?? []))) {
    const open = files.flatMap(({ file }) => (ownerOf(file) === owner ? [file] : []))
    const seen = new Set(open)
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      const by = reached.get(file) ?? new Set()
      reached.set(file, by.add(owner))
      for (const next of imports.get(file) ?? []) {
        if (!imports.has(next) || seen.has(next)) continue
        seen.add(next)
        open.push(next)
      }
    }
  }
  return reached
}

const house = sources('shared', 'functions', 'provisioner')
const reached = owners(house)
const lonely = house
  .map(({ file }) => file)
  .filter((file) => file.startsWith('shared/') && (reached.get(file)?.size ?? 0) < 2)

test('what is shared is used by two at least: what one family uses lives with it, what nobody uses is not there', () => {
  const misplaced = lonely
    .filter((file) => !Object.keys(STAY).some((folder) => file.startsWith(folder)))
    .map((file) => {
      const [owner] = reached.get(file) ?? []
      return owner === undefined ? `${file}: nothing uses it` : `${file}: move it to ${owner}/`
    })
  expect(misplaced).toEqual([])
})

test('each exception is one, and they are few', () => {
  expect(Object.keys(STAY).length).toBeLessThanOrEqual(10)
  expect(Object.keys(STAY).filter((folder) => !lonely.some((file) => file.startsWith(folder)))).toEqual([])
})
