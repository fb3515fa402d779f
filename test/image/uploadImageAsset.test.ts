import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { IMAGE_LIMITS, ImageAsset, MAX_IMAGE_BYTES } from '../../schema/image/answers.ts'
import { dataOf } from '../account/support.ts'
import { makePng } from '../support/pictures.ts'
import { type Fixture, fixture } from './fixtures.ts'
import { base64, startImageNet } from './startImageNet.ts'
import { useNet } from '../support/useNet.ts'

let headers: Record<string, string>
let projectId: string
const net = useNet(() => startImageNet('uploads'))
beforeAll(async () => {
  ;({ headers, projectId } = await net.owner())
})

const upload = (bytes: Uint8Array, more?: object) => net.upload(headers, projectId, bytes, more)
const count = async (table: string) =>
  (await net.d1.prepare(`select count(*) as n from ${table}`).first<{ n: number }>())?.n
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const puts = async () => (await net.bucket.calls())['put'] ?? 0

describe('what is uploaded', () => {
  test.each([
    ['pngProfile', 'image/png', [24, 16]],
    ['jpegTurned', 'image/jpeg', [16, 24]],
    ['webpMeta', 'image/webp', [24, 16]],
    ['avifMeta', 'image/avif', [24, 16]],
  ] as const)(
    '%s is stored without what it says about its owner, and served as it is stored',
    async (name, contentType, size) => {
      const asset = await net.uploaded(headers, projectId, name satisfies Fixture, { contentType })
      expect(asset).toMatchObject({ role: 'subject', contentType, width: size[0], height: size[1] })
      const answer = await fetch(asset.url.replace(/^.*\/api/, `${net.host}/api`))
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(answer.headers.get('content-type')).toBe(contentType)
      expect([bytes.length, sha256(bytes)]).toEqual([asset.bytes, asset.sha256])
      expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/secret owner|xpacket|script/)
    },
  )

  test('again in the same role is the same asset, and another one in another role', async () => {
    const [first, again] = [await net.uploaded(headers, projectId), await net.uploaded(headers, projectId)]
    const frame = await net.uploaded(headers, projectId, 'png', { role: 'frame' })
    expect(again).toEqual(first)
    expect([frame.assetId === first.assetId, frame.sha256]).toEqual([false, first.sha256])
  })

  test('of many at once is one asset, and of two owners one file in the bucket', async () => {
    const png = makePng({ width: 2, height: 3 })
    const other = await net.another()
    const before = await count('image_objects')
    const answers = await Promise.all([
      ...[1, 2].map(() => upload(png)),
      ...[1, 2].map(() => net.upload(other.headers, other.projectId, png)),
    ])
    const done = answers.filter(({ status }) => status === 200).map((answer) => dataOf(answer, ImageAsset).assetId)
    // As many as fit in memory go on; others get 503.
    for (const answer of answers) expect([200, 503]).toContain(answer.status)
    expect(new Set(done).size).toBeLessThanOrEqual(2)
    expect(await count('image_objects')).toBe((before ?? 0) + 1)
  })
})

describe('nothing is stored of', () => {
  const png = fixture('png')
  const html = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')
  const zip = Buffer.from('504b0304140000000800', 'hex')
  const after = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
  const huge = makePng({ width: 30_000, height: 30_000, raw: new Uint8Array(64) })
  const bomb = makePng({ width: 8, height: 8, raw: new Uint8Array(20_000_000) })
  const wrong = after(png.subarray(0, 60), Uint8Array.of((png[60] ?? 0) ^ 255), png.subarray(61))

  test.each([
    ['a page behind a PNG', after(png, html), 400, 'image_malformed'],
    ['an archive behind a PNG', after(png, zip), 400, 'image_malformed'],
    ['a PNG behind a PNG', after(png, png), 400, 'image_malformed'],
    ['a PNG of 30 000 x 30 000', huge, 413, 'image_too_large'],
    ['a PNG that unpacks to more than its size', bomb, 400, 'image_malformed'],
    ['half a PNG', png.subarray(0, 700), 400, 'image_malformed'],
    ['a PNG with a wrong byte', wrong, 400, 'image_malformed'],
    ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'image_not_supported'],
    ['a page', html, 415, 'image_not_supported'],
    ['a GIF', fixture('gifAnimated'), 415, 'image_not_supported'],
    ['an animation', fixture('webpAnimated'), 415, 'image_not_supported'],
    ['a JPEG that is called a PNG', fixture('jpeg'), 415, 'image_not_supported'],
    ['nothing', new Uint8Array(), 415, 'image_not_supported'],
    ['an image that is too long', new Uint8Array(MAX_IMAGE_BYTES + 1), 413, 'image_too_large'],
  ])('%s', async (_, bytes, status, code) => {
    const before = [await count('image_assets'), await count('image_objects'), await puts()]
    const answer = await upload(bytes)
    expect([answer.status, answer.code]).toEqual([status, code])
    expect([await count('image_assets'), await count('image_objects'), await puts()]).toEqual(before)
  })

  test.each([
    'data:image/png,iVBORw0KGgo=',
    'data:image/png;base64;base64,iVBORw0KGgo=',
    'iVBO Rw0K',
    'iVBORw0KGgp=',
    '====',
    'äöüß',
  ])('what is not base64: %j', async (data) =>
    expect(await upload(new Uint8Array(), { data })).toMatchObject({ status: 400, code: 'image_malformed' }),
  )

  test('base64 with a prefix, with line ends, in the alphabet of URLs and without padding is the same image', async () => {
    const plain = base64(png)
    const own = await net.another()
    const forms = [
      plain,
      `data:image/png;base64,${plain}`,
      plain.replaceAll(/.{76}/g, '$&\r\n'),
      plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    ]
    const ids = new Set<string>()
    for (const data of forms) {
      const answer = await net.upload(own.headers, own.projectId, png, { data })
      expect(answer.status).toBe(200)
      ids.add(dataOf(answer, ImageAsset).assetId)
    }
    expect(ids.size).toBe(1)
  })

  test('an image for somebody else’s project', async () => {
    const stranger = await net.enter()
    expect(await net.upload(stranger, projectId, png)).toMatchObject({ status: 404, code: 'image_project_not_found' })
  })
})

describe('limits', () => {
  test('hold exactly when many come at once', async () => {
    const own = await net.another()
    const [asset] = [await net.uploaded(own.headers, own.projectId)]
    // All but three places are taken.
    await net.d1.batch(
      Array.from({ length: IMAGE_LIMITS.assets - 4 }, (_, i) =>
        net.d1
          .prepare(
            `insert into image_assets select ?, project_id, owner_address, role, object_id, content_type, width, height, bytes, ?, created_at
              from image_assets where id = ?`,
          )
          .bind(`filler-${i}`, `filler-${i}`, asset?.assetId ?? ''),
      ),
    )
    const pictures = Array.from({ length: 8 }, (_, i) => makePng({ width: 1, height: i + 10 }))
    const send = async (png: Uint8Array): Promise<string> => {
      const { code } = await net.upload(own.headers, own.projectId, png)
      return code === 'upload_busy' ? send(png) : (code ?? 'stored')
    }
    const outcomes = await Promise.all(pictures.map(send))
    expect(outcomes.filter((one) => one === 'stored')).toHaveLength(3)
    expect(outcomes.filter((one) => one === 'image_limit_reached')).toHaveLength(5)
  })

  test('of all bytes of a wallet count those of its other projects', async () => {
    const own = await net.another()
    const { assetId } = await net.uploaded(own.headers, own.projectId)
    await net.d1
      .prepare('update image_assets set bytes = ? where id = ?')
      .bind(IMAGE_LIMITS.bytes - 10, assetId)
      .run()
    const { projectId: second } = await net.begin(own.headers, { name: 'Another' })
    expect(await net.upload(own.headers, second, fixture('png'))).toMatchObject({
      status: 409,
      code: 'image_limit_reached',
    })
  })
})

test('while the bucket fails nothing is acknowledged, and afterwards the same upload succeeds', async () => {
  const png = makePng({ width: 5, height: 7 })
  await net.bucket.fail('throw')
  expect(await upload(png)).toMatchObject({ status: 503, code: 'store_unavailable' })
  await net.bucket.fail(undefined)
  expect((await net.project(headers, projectId)).assets.filter(({ height }) => height === 7)).toEqual([])
  expect(dataOf(await upload(png, { data: base64(png) }), ImageAsset)).toMatchObject({ width: 5, height: 7 })
})
