import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { textOf } from '../laws/sources.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLocalnet({ families: ['site'] }))

const Feed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  description: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  language: z.literal('en'),
  items: z.array(
    z.strictObject({
      id: z.url(),
      url: z.url(),
      title: z.string(),
      date_published: z.iso.datetime(),
      content_text: z.string().min(1),
      tags: z.array(z.string()).min(1),
    }),
  ),
})
const ask = (init?: RequestInit, query = '') => fetch(`${net.api}/v1/changes${query}`, init)
const read = async () => Feed.parse(await (await ask()).json())

describe('the feed of changes', () => {
  test('is a JSON Feed with the releases of the changelog, the newest first', async () => {
    const answer = await ask()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/feed+json'])
    const { items } = Feed.parse(await answer.json())
    const released = [...textOf('CHANGELOG.md').matchAll(/^## (\d\S+) - (\S+)$/gm)].map(([, version, date]) => [
      version,
      date,
    ])
    expect(items.map(({ title, date_published: date }) => [title, date.slice(0, 10)])).toEqual(released)
    expect(items.length).toBeGreaterThan(1)
    const times = items.map(({ date_published: date }) => Date.parse(date))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(
      items.every(({ tags }) =>
        tags.every((tag) => ['Security', 'Added', 'Changed', 'Removed', 'Fixed'].includes(tag)),
      ),
    ).toBe(true)
  })

  test('names this host: itself, the page and each release on it', async () => {
    const { feed_url: self, home_page_url: page, items } = await read()
    expect(self).toBe(`${net.api}/v1/changes`)
    expect(page).toBe(`${net.host}/docs/changelog`)
    const html = await (await fetch(page)).text()
    const ids = items.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) {
      const [path, anchor] = id.split('#')
      expect(path).toBe(page)
      expect(html).toContain(`id="${anchor}"`)
    }
    const links = items.flatMap(({ content_text: text }) =>
      [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, url = '']) => url),
    )
    expect(links.filter((url) => !url.startsWith('https://') && !url.startsWith(net.host))).toEqual([])
  })

  test('is cached, and known by its ETag', async () => {
    const answer = await ask()
    const etag = answer.headers.get('etag') ?? ''
    expect(answer.headers.get('cache-control')).toMatch(/^public, s-maxage=\d+/)
    expect((await ask({ headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await ask({ method: 'HEAD' })).headers.get('etag')).toBe(etag)
  })

  test('has no fields to select, and takes no writes', async () => {
    const refused = await ask({}, '?fields=items')
    expect([refused.status, refused.headers.get('x-error-code')]).toEqual([400, 'invalid_request'])
    expect((await ask({ method: 'POST' })).status).toBe(405)
  })
})
