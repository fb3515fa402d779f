import * as fc from 'fast-check'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkExternalImage, checkImage } from '../../../functions/image/files/checkImage.ts'
import { ImageFault } from '../../../functions/image/files/ImageFault.ts'
import { orientationOnly } from '../../../functions/image/files/orientation.ts'
import { chunk, makePng } from '../../support/pictures.ts'
import { rasterize } from '../../support/rasterize.ts'
import { type Fixture, fixture } from '../fixtures.ts'

const join = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const faultOf = async (bytes: Uint8Array): Promise<string> => {
  const error: unknown = await checkImage(bytes).then(
    () => 'taken',
    (reason: unknown) => reason,
  )
  if (!(error instanceof ImageFault)) throw new Error(`no fault: ${String(error)}`)
  return error.code
}

const STILLS: readonly (readonly [Fixture, string, readonly [number, number]])[] = [
  ['png', 'image/png', [24, 16]],
  ['pngPalette', 'image/png', [24, 16]],
  ['pngInterlaced16', 'image/png', [24, 16]],
  ['pngProfile', 'image/png', [24, 16]],
  ['chromiumPng', 'image/png', [24, 16]],
  ['jpeg', 'image/jpeg', [24, 16]],
  ['jpegProgressive', 'image/jpeg', [24, 16]],
  ['jpegGrey', 'image/jpeg', [24, 16]],
  ['jpegTurned', 'image/jpeg', [16, 24]],
  ['chromiumJpeg', 'image/jpeg', [24, 16]],
  ['webp', 'image/webp', [24, 16]],
  ['webpAlpha', 'image/webp', [24, 16]],
  ['webpLossless', 'image/webp', [24, 16]],
  ['webpMeta', 'image/webp', [24, 16]],
  ['chromiumWebp', 'image/webp', [24, 16]],
  ['avif', 'image/avif', [24, 16]],
  ['avifAlpha', 'image/avif', [24, 16]],
  ['avifMeta', 'image/avif', [24, 16]],
  ['avifLossless', 'image/avif', [24, 16]],
]

describe('files of encoders that others wrote', () => {
  test.each(STILLS)('%s is taken', async (name, contentType, [width, height]) => {
    const given = fixture(name)
    const { bytes, ...image } = await checkImage(given)
    expect(image).toEqual({ contentType, width, height })
    expect(bytes.length).toBeLessThanOrEqual(given.length)
    expect(latin1(bytes)).not.toMatch(/secret owner|xpacket|GPS|script/)
    // A cleaned image is clean, and stays the same.
    expect((await checkImage(bytes)).bytes).toEqual(bytes)
  })

  test.each(['png', 'pngPalette', 'pngProfile', 'chromiumPng', 'jpeg', 'jpegProgressive', 'chromiumJpeg'] as const)(
    '%s shows the same picture afterwards',
    async (name) => {
      const draw = (type: string, bytes: Uint8Array) =>
        rasterize(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 16"><image width="24" height="16" href="data:${type};base64,${Buffer.from(bytes).toString('base64')}"/></svg>`,
          24,
        )
      const { bytes, contentType } = await checkImage(fixture(name))
      const drawn = draw(contentType, bytes)
      expect(drawn).toEqual(draw(contentType, fixture(name)))
      expect(drawn).not.toEqual(rasterize('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 16"/>', 24))
    },
  )

  test('profiles and the orientation stay', async () => {
    const turned = latin1((await checkImage(fixture('jpegTurned'))).bytes)
    expect([turned.includes('ICC_PROFILE'), turned.includes('Exif')]).toEqual([true, true])
    expect(latin1((await checkImage(fixture('pngProfile'))).bytes)).toContain('iCCP')
    expect(latin1((await checkImage(fixture('webpMeta'))).bytes)).toContain('ICCP')
    expect(latin1((await checkImage(fixture('avifMeta'))).bytes)).toMatch(/colr(prof|rICC)/)
  })

  test('the orientation of a PNG stays, and nothing else of its Exif', async () => {
    const exif = join(orientationOnly(6).subarray(0, -4), Buffer.from('\0\0\0\0secret owner'))
    const { bytes, width, height } = await checkImage(makePng({ width: 3, height: 2, chunks: [['eXIf', exif]] }))
    expect([width, height]).toEqual([2, 3])
    expect(bytes).toEqual(makePng({ width: 3, height: 2, chunks: [['eXIf', orientationOnly(6)]] }))
    expect((await checkImage(bytes)).bytes).toEqual(bytes)
    const plain = makePng({ width: 3, height: 2 })
    const late = join(plain.subarray(0, -12), chunk('eXIf', orientationOnly(6)), plain.subarray(-12))
    const upright = makePng({ width: 3, height: 2, chunks: [['eXIf', orientationOnly(1)]] })
    for (const given of [late, upright]) expect((await checkImage(given)).bytes).toEqual(plain)
  })

  test('animations are refused, and of a foreign GIF the first frame is taken', async () => {
    expect(await faultOf(fixture('webpAnimated'))).toBe('image_not_supported')
    expect(await faultOf(fixture('gifAnimated'))).toBe('image_not_supported')
    const { bytes, ...gif } = await checkExternalImage(fixture('gifAnimated'))
    expect(gif).toEqual({ contentType: 'image/gif', width: 24, height: 16 })
    expect(bytes.length).toBeLessThan(fixture('gifAnimated').length)
    // Viewers reserve its logical screen, however small the frame is.
    const vast = checkExternalImage(patched(fixture('gifAnimated'), 6, [255, 255, 255, 255]))
    await expect(vast).rejects.toMatchObject({ code: 'image_too_large' })
  })
})

describe('bombs', () => {
  const zeros = deflateSync(new Uint8Array(50_000_000))
  const profile = join(Buffer.from('icc\0\0', 'latin1'), zeros)
  const text = join(Buffer.from('Comment\0\0', 'latin1'), zeros)

  test.each<[string, Uint8Array, string]>([
    ['30 000 x 30 000', makePng({ width: 30_000, height: 30_000, raw: new Uint8Array(9) }), 'image_too_large'],
    ['4097 x 4096', makePng({ width: 4097, height: 4096, raw: new Uint8Array(9) }), 'image_too_large'],
    ['8193 x 1', makePng({ width: 8193, height: 1, raw: new Uint8Array(9) }), 'image_too_large'],
    ['more data than its size', makePng({ width: 8, height: 8, raw: new Uint8Array(50_000_000) }), 'image_malformed'],
    ['less data than its size', makePng({ width: 800, height: 800, raw: new Uint8Array(9) }), 'image_malformed'],
    ['a profile of 50 MB', makePng({ width: 8, height: 8, chunks: [['iCCP', profile]] }), 'image_malformed'],
    ['a profile that is none', makePng({ width: 8, height: 8, chunks: [['iCCP', text]] }), 'image_malformed'],
    ['an animation', makePng({ width: 8, height: 8, chunks: [['acTL', new Uint8Array(8)]] }), 'image_not_supported'],
    ['an AVIF that says it is huge', resized('avif', 'ispe', 8, 60_000), 'image_too_large'],
    ['an AVIF that says it is small', resized('avif', 'ispe', 8, 23), 'image_malformed'],
    ['a JPEG of 60 000 x 16', patched(fixture('jpeg'), jpegWidthAt(fixture('jpeg')), [0xea, 0x60]), 'image_too_large'],
    ['a WebP of 16 383 x 16', patched(fixture('webp'), 26, [0xff, 0x3f]), 'image_too_large'],
  ])('%s', async (_, bytes, code) => expect(await faultOf(bytes)).toBe(code))

  test('packed text is left out, and is never unpacked', async () => {
    const { bytes } = await checkImage(makePng({ width: 8, height: 8, chunks: [['zTXt', text]] }))
    expect(bytes.length).toBeLessThan(200)
  })

  test('a box without a size is refused, and not read again and again', async () => {
    const avif = fixture('avif')
    for (const type of ['ftyp', 'meta', 'hdlr', 'iinf', 'infe', 'ipco', 'ispe', 'mdat']) {
      const at = latin1(avif).indexOf(type) - 4
      for (const size of [
        [0, 0, 0, 0],
        [0, 0, 0, 1],
        [0, 0, 0, 7],
        [255, 255, 255, 255],
      ])
        expect(await faultOf(patched(avif, at, size)), `${type} ${size.join()}`).toMatch(/^image_/)
    }
  })
})

describe('what is not one whole image', () => {
  const tails: readonly (readonly [string, Uint8Array])[] = [
    ['a GIF', fixture('gifAnimated')],
    ['an archive', Buffer.from('504b0506', 'hex')],
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['one byte', Uint8Array.of(1)],
  ]
  test.each(['png', 'jpeg', 'webp', 'webpMeta', 'avif'] as const)('%s with something behind it', async (name) => {
    for (const [what, tail] of tails) expect(await faultOf(join(fixture(name), tail)), what).toBe('image_malformed')
  })

  test('what cameras append to a JPEG is left out, and nothing else', async () => {
    const jpeg = fixture('jpeg')
    const { bytes } = await checkImage(jpeg)
    const clip = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.from('secret owner')])
    const trailer = Buffer.from('\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1700000000000SEFHk\0\0\0SEFT', 'latin1')
    for (const tail of [fixture('jpegGrey'), join(new Uint8Array(40), fixture('jpegGrey')), clip, trailer])
      expect((await checkImage(join(jpeg, tail))).bytes).toEqual(bytes)
    for (const tail of ['ftypmp42', 'PK\x03\x04', 'SEFT<script>', '\xff\xd8'])
      expect(await faultOf(join(jpeg, Buffer.from(tail, 'latin1')))).toBe('image_malformed')
    expect(await faultOf(join(fixture('png'), jpeg))).toBe('image_malformed')
  })

  test('a file that a camera filled up with zeros is taken without them', async () => {
    for (const name of ['png', 'jpeg', 'webp'] as const) {
      const { bytes } = await checkImage(join(fixture(name), new Uint8Array(512)))
      expect(bytes).toEqual((await checkImage(fixture(name))).bytes)
    }
  })

  test('what hides between the pictures of an AVIF is made zeros', async () => {
    const script = Buffer.from('<script>alert(1)</script>')
    const hidden = join(fixture('avif'), Uint8Array.of(0, 0, 0, 8 + script.length), Buffer.from('free'), script)
    expect(latin1((await checkImage(hidden)).bytes)).not.toContain('script')
    const data = join(fixture('avif'), Uint8Array.of(0, 0, 0, 8 + script.length), Buffer.from('mdat'), script)
    expect(latin1((await checkImage(data)).bytes)).not.toContain('script')
  })

  test.each(STILLS)('%s cut off anywhere', async (name) => {
    const whole = fixture(name)
    const step = Math.max(1, Math.floor(whole.length / 60))
    for (let length = 0; length < whole.length; length += step)
      expect(await faultOf(whole.subarray(0, length)), String(length)).toMatch(/^image_/)
  })

  test('a PNG whose chunks do not match their checksums', async () => {
    const png = makePng({ width: 4, height: 4 })
    for (const at of [20, 45, png.length - 14])
      expect(await faultOf(patched(png, at, [(png[at] ?? 0) ^ 1]))).toMatch(/^image_/)
    expect(await faultOf(join(png.subarray(0, 33), chunk('IDAT', new Uint8Array(3)), png.subarray(33)))).toBe(
      'image_malformed',
    )
  })
})

test('whatever is changed in a file, it is refused for a reason, or is clean and stays so', async () => {
  const changed = fc
    .tuple(
      fc.constantFrom(...STILLS.map(([name]) => name)),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 6,
      }),
    )
    .map(([name, edits]) => {
      const bytes = fixture(name)
      for (const [where, value] of edits) bytes[Math.floor(where * (bytes.length - 1))] = value
      return bytes
    })
  await fc.assert(
    fc.asyncProperty(changed, async (bytes) => {
      const checked = await checkImage(bytes).catch((error: unknown) => error)
      if (checked instanceof ImageFault) return
      if (checked instanceof Error || typeof checked !== 'object' || checked === null) throw checked
      const clean = Reflect.get(checked, 'bytes')
      if (!(clean instanceof Uint8Array)) throw new Error('no bytes')
      expect((await checkImage(clean)).bytes).toEqual(clean)
    }),
    { numRuns: 600, seed: Number(process.env['SEED']) },
  )
})

test('bytes of no kind are refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expect(await faultOf(bytes)).toMatch(/^image_/)
    }),
    { numRuns: 100, seed: Number(process.env['SEED']) },
  )
})

function patched(bytes: Uint8Array, at: number, values: readonly number[]): Uint8Array {
  const copy = bytes.slice()
  copy.set(values, at)
  return copy
}

/** A file in which the number that follows a box's name after some bytes is another one. */
function resized(name: Fixture, type: string, after: number, value: number): Uint8Array {
  const bytes = fixture(name)
  const copy = bytes.slice()
  new DataView(copy.buffer).setUint32(latin1(bytes).indexOf(type) + after, value)
  return copy
}

/** Offset of the width in a baseline JPEG. */
function jpegWidthAt(bytes: Uint8Array): number {
  return latin1(bytes).indexOf('\xff\xc0') + 7
}
