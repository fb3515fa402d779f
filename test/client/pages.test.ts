import { createClient, listAuctionRecentBids, listExploreVaults, pagesOf } from 'creator-vault'
import { afterEach, expect, test } from 'vitest'
import { type BadServer, fail, type Respond, startBadServer, succeed } from './startBadServer.ts'

let server: BadServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function open(respond: Respond) {
  server = await startBadServer(respond)
  return createClient({ network: { chainId: 31_337, baseUrl: server.url } })
}
/** Three pages: `b` and `c` are their cursors. */
const threePages: Respond = (response, { url }) => {
  const cursor = new URL(url, 'http://localhost').searchParams.get('cursor') ?? 'a'
  succeed(response, { page: cursor, nextCursor: { a: 'b', b: 'c' }[cursor] ?? null })
}
const all = async <T>(pages: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const page of pages) found.push(page)
  return found
}
const queries = () => server?.received.map(({ url }) => url.split('?')[1] ?? '')

test('are fetched one by one to the last, with the other parameters', async () => {
  const client = await open(threePages)
  const pages = await all(pagesOf(client, listExploreVaults, { limit: 2 }))
  expect(pages).toMatchObject([{ page: 'a' }, { page: 'b' }, { page: 'c' }])
  expect(queries()).toEqual(['limit=2', 'limit=2&cursor=b', 'limit=2&cursor=c'])
})

test('begin at a cursor that is given', async () => {
  const client = await open(threePages)
  expect(await all(pagesOf(client, listExploreVaults, { cursor: 'c' }))).toMatchObject([{ page: 'c' }])
})

test('are not fetched once nobody asks for more', async () => {
  const client = await open(threePages)
  for await (const page of pagesOf(client, listExploreVaults)) if (page.nextCursor === 'b') break
  expect(queries()).toEqual([''])
})

test('end with the error of one of them', async () => {
  const client = await open((response, request, count) =>
    count < 3 ? threePages(response, request, count) : fail(response, 400, 'invalid_request'),
  )
  const auction = '0x00000000000000000000000000000000000000A1'
  let pages = 0
  const reading = async () => {
    for await (const _ of pagesOf(client, listAuctionRecentBids, { address: auction })) pages++
  }
  await expect(reading()).rejects.toMatchObject({ code: 'invalid_request' })
  expect([pages, server?.received.length]).toEqual([2, 3])
})

test('end with their signal', async () => {
  const client = await open(threePages)
  const control = new AbortController()
  const reading = async () => {
    for await (const _ of pagesOf(client, listExploreVaults, {}, control)) control.abort('enough')
  }
  await expect(reading()).rejects.toBe('enough')
  expect(server?.received).toHaveLength(1)
})
