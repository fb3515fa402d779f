import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { CLIENT_URL } from '../../platform/client/clientBundle.ts'
import { packClient } from '../../platform/client/packClient.ts'
import { startLocalnet } from '../support/localnet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startLocalnet({ families: ['site'] }))
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${net.host}${path}`, { headers })

test('serves the client package: the bytes that npm makes of the sources, at any time', async () => {
  const answer = await get(CLIENT_URL)
  expect(answer.headers.get('content-type')).toBe('application/gzip')
  expect(Buffer.from(await answer.arrayBuffer()).equals(await packClient())).toBe(true)
})

test('the package has modules, types and a license, and no source', async () => {
  const listing = promisify(execFile)('tar', ['tzf', '-'], { encoding: 'utf8' })
  listing.child.stdin?.end(await packClient())
  const files = (await listing).stdout.trim().split('\n')
  expect(files).toEqual(
    expect.arrayContaining(['package/dist/index.js', 'package/dist/localnet.d.ts', 'package/LICENSE']),
  )
  expect(files.filter((file) => /(?<!\.d)\.ts$|stamp|node_modules/.test(file))).toEqual([])
})

test('clients revalidate the package, which can change without a new version', async () => {
  expect((await get(CLIENT_URL)).headers.get('cache-control')).toBe('no-cache')
  const etag = (await get(CLIENT_URL)).headers.get('etag') ?? ''
  expect((await get(CLIENT_URL, { 'if-none-match': etag })).status).toBe(304)
})

test('the index and the text for models name it', async () => {
  const { documents } = z
    .object({ documents: z.object({ client: z.string() }) })
    .parse(await (await get('/', { accept: 'application/json' })).json())
  expect(documents.client).toBe(CLIENT_URL)
  expect(await (await get('/llms.txt')).text()).toContain(`npm install ${net.host}${CLIENT_URL} viem`)
})

test('another version is 404', async () => {
  expect((await get('/client/creator-vault-99.0.0.tgz')).status).toBe(404)
})
