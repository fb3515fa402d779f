import { expect, test } from 'vitest'
import { CLIENT_URL } from '../../platform/client/clientBundle.ts'
import { guides, guidesByReader } from '../../platform/site/guides.ts'
import { LOCAL_ORIGIN } from '../../functions/site/atHost.ts'
import { factsAbout } from '../support/facts.ts'
import { textOf } from './sources.ts'

const all = guides()

const fact = factsAbout(all, ({ name }) => name)

fact('has a description of one sentence, of 50 to 160 characters', ({ description }) => {
  expect(description).toMatch(/^[A-Z].{48,158}[^.…]\.$/)
})

fact('is for a reader who has the host alone', ({ text }) => {
  const found = /project's directory|examples\/localnet|npm install creator-vault|127\.0\.0\.1:8787/.exec(text)
  expect(found?.[0]).toBeUndefined()
})

fact('names the client package that the host serves', ({ text }) => {
  const named = [...text.matchAll(/\S*creator-vault-\d\S*\.tgz/g)].map(([url]) => url)
  expect(named.filter((url) => url !== `${LOCAL_ORIGIN}${CLIENT_URL}`)).toEqual([])
})

test('the package’s own page names its version', () => {
  expect(textOf('client/README.md')).toContain(`https://api.example.com${CLIENT_URL}\n`)
})

test('no two have the same description', () => {
  expect(new Set(all.map(({ description }) => description)).size).toBe(all.length)
})

test('each has one place in the list: for callers, or for operators', () => {
  const listed = guidesByReader().flatMap(({ topics }) => topics.flatMap(([, pages]) => pages.map(({ name }) => name)))
  expect(listed.toSorted()).toEqual(all.map(({ name }) => name))
})
