import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ErrorEnvelope } from '../../schema/common.ts'
import { startSocialNet } from './startSocialNet.ts'
import { useNet } from '../support/useNet.ts'

const net = useNet(() => startSocialNet())

let made = 0
const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Puts bytes where they belong, past the service; returns their hash. */
async function put(bytes: string | Uint8Array = `{"n":${made++}}`, contentType = 'application/json'): Promise<string> {
  await net.bucket.put(hashOf(bytes), bytes, contentType)
  return hashOf(bytes)
}

async function expectRefused(answer: Response, status: number, code: string): Promise<void> {
  expect([answer.status, answer.headers.get('x-error-code')]).toEqual([status, code])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(ErrorEnvelope.parse(await answer.json()).error).toMatch(new RegExp(`^${code}\\b`))
}

describe('what is stored', () => {
  test('is served as it is, for ever, and runs nowhere', async () => {
    const text = '{\n  "b": 1, "a": "é"  }'
    const hash = await put(text)
    const answer = await net.artifact(hash)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `W/"${hash}"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await answer.text()).toBe(text)
  })

  test('is the same to a client that wants JSON, and by its hash written otherwise', async () => {
    const picture = Buffer.from('89504e470d0a1a0a00ff', 'hex')
    const hash = await put(picture, 'image/png')
    for (const spelled of [hash, hash.toUpperCase(), `0x${hash}`]) {
      const answer = await net.artifact(spelled, { headers: { accept: 'application/json' } })
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)
    }
  })

  test('is not sent to a client that has it, nor to one that asks for its head', async () => {
    const hash = await put()
    for (const tag of [`W/"${hash}"`, `"${hash}"`, `"other", "${hash}"`, '*']) {
      const known = await net.artifact(hash, { headers: { 'if-none-match': tag } })
      expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', `W/"${hash}"`])
    }
    const changed = await net.artifact(hash, { headers: { 'if-none-match': '"other"' } })
    expect(changed.status).toBe(200)
    await changed.arrayBuffer()
    const head = await net.artifact(hash, { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', `W/"${hash}"`])
  })

  test.each(['text/html', 'image/svg+xml', 'application/javascript', 'text/html;application/json', 'nonsense', ''])(
    'under the content type %j is saved and never shown',
    async (contentType) => {
      const hash = await put(`<script>alert(${made++})</script>`, contentType)
      const answer = await net.artifact(hash)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      await answer.arrayBuffer()
    },
  )

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;x=text/html'])(
    'under %j is JSON and no more',
    async (contentType) => {
      const answer = await net.artifact(await put(undefined, contentType))
      expect(answer.headers.get('content-type')).toBe('application/json')
      await answer.arrayBuffer()
    },
  )
})

test('what was never stored is not found', async () => {
  await expectRefused(await net.artifact('0'.repeat(64)), 404, 'artifact_not_found')
})

test.each(['0'.repeat(63), `${'0'.repeat(63)}g`, `${'0'.repeat(64)}%0a`])(
  'what is no hash is refused: %s',
  async (hash) => expectRefused(await net.artifact(hash), 400, 'invalid_request'),
)

test.each(['..%2fartifacts%2fx', `..%2f${'0'.repeat(64)}`, `%2e%2e%2f${'0'.repeat(64)}`])(
  'a path leads to nothing else: %s',
  async (path) => {
    const answer = await net.artifact(path)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    await answer.arrayBuffer()
  },
)

describe('an outage, never a 404', () => {
  test('is what a dead bucket is, and a slow one', async () => {
    const hash = await put()
    for (const fault of ['throw', 'hang'] as const) {
      await net.bucket.fail(fault)
      await net.hurry(0.02)
      await expectRefused(await net.artifact(hash), 503, 'store_unavailable')
    }
    await net.bucket.fail(undefined)
    await net.hurry(1)
    expect((await net.artifact(hash)).status).toBe(200)
  })

  test('is what a dead database is for what the bucket does not have, and only for that', async () => {
    const hash = await put()
    const d1 = await net.database()
    await d1.exec('alter table stored_artifacts rename to away')
    try {
      await expectRefused(await net.artifact('1'.repeat(64)), 503, 'store_unavailable')
      expect((await net.artifact(hash)).status).toBe(200)
    } finally {
      await d1.exec('alter table away rename to stored_artifacts')
    }
  })

  test.each(['other bytes', 'x'.repeat(262_145)])('is what something else under the hash is', async (text) => {
    const hash = hashOf(`never stored ${made++}`)
    await net.bucket.put(hash, text, 'application/json')
    await expectRefused(await net.artifact(hash), 503, 'store_unavailable')
  })
})

describe('what the immutable storage holds', () => {
  const remember = async (hash: string, key: string) =>
    (await net.database())
      .prepare(
        "insert into stored_artifacts values (?, '0x', 'feedback', 'immutable', '', 'https://evil.example', ?, null, 2, 'application/json', '', 0)",
      )
      .bind(`0x${hash}`, key)
      .run()
  const KEY = 'ab'.repeat(32)

  test('is served too, and not what it makes of it', async () => {
    const text = `{"there":${made++}}`
    net.storage.objects.set(KEY, { bytes: Buffer.from(text), contentType: 'text/html' })
    await remember(hashOf(text), KEY)
    for (const fault of [{ status: 500 }, 'other bytes', 'other spelling'] as const) {
      net.storage.fail(fault)
      await expectRefused(await net.artifact(hashOf(text)), 503, 'store_unavailable')
    }
    net.storage.fail(undefined)
    const answer = await net.artifact(hashOf(text))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(await answer.text()).toBe(text)
  })

  test('is read by keys alone, which lead nowhere else', async () => {
    for (const key of ['../status/x', 'https://evil.example/', '//evil.example', `${KEY}?x`]) {
      const hash = hashOf(key)
      await remember(hash, key)
      await expectRefused(await net.artifact(hash), 404, 'artifact_not_found')
    }
  })

  test('is gone where it says so', async () => {
    const hash = hashOf('gone')
    await remember(hash, 'cd'.repeat(32))
    await expectRefused(await net.artifact(hash), 404, 'artifact_not_found')
  })
})
