import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawToken } from '../../../functions/token/drawing/drawToken.ts'
import type { Recipe } from '../../../functions/token/drawing/Recipe.ts'
import { maxArtworkBytes, sniffArtwork } from '../../../functions/token/drawing/sniffArtwork.ts'
import { decodePng } from '../../support/decodePng.ts'
import { chunk, makeGif, makeJpeg, makePng, rawLength, seeded } from '../../support/pictures.ts'
import { rasterize } from '../../support/rasterize.ts'
import { soak } from '../../support/soak.ts'

/** One pixel each, as files that real encoders wrote. */
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const arithmeticJpeg =
  '/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA' +
  '/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k='
const webp = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'

const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))
const square = (side: number) => ({ width: side, height: side })
const raw: Recipe = {
  chainId: 1,
  token: `0x${'1'.repeat(40)}`,
  symbol: 'ART',
  kind: 'share',
  style: 'raw',
  preset: 'standard',
  size: 64,
}
/** The file that an artwork embeds. */
const fileOf = (artwork: { dataUri: string } | null) => Buffer.from(artwork?.dataUri.split(',')[1] ?? '', 'base64')

describe('a picture that a decoder takes', () => {
  test.each([
    ['image/gif', bytes(gif), 1],
    ['image/png', bytes(png), 1],
    ['image/png', makePng(square(40)), 40],
    ['image/png', makePng({ ...square(40), depth: 16 }), 40],
    ['image/png', makePng({ ...square(40), isInterlaced: true }), 40],
    ['image/gif', makeGif(square(40), [square(40)]), 40],
    ['image/gif', makeGif(square(60), [{ ...square(40), left: 20, top: 20 }]), 40],
    ['image/jpeg', makeJpeg({ ...square(40), coefficients: 5 }), 40],
    ['image/jpeg', makeJpeg({ ...square(40), scans: 10 }), 40],
  ])('is recognised as %s by its structure, and drawn', async (type, file, side) => {
    const artwork = await sniffArtwork(file)
    expect(artwork).toMatchObject({ width: side, height: side })
    expect(artwork?.dataUri.startsWith(`data:${type};base64,`)).toBe(true)
    if (!artwork) return
    expect(rasterize(drawToken({ ...raw, artwork }), 64)).not.toEqual(rasterize(drawToken(raw), 64))
  })

  test('is embedded as it came where it holds nothing else', async () => {
    for (const file of [bytes(gif), bytes(png), makeJpeg(square(16))])
      expect(fileOf(await sniffArtwork(file))).toEqual(Buffer.from(file))
  })

  test('is the colour of its first frame', async () => {
    const artwork = await sniffArtwork(makeGif(square(300), [square(300)]))
    if (!artwork) throw new Error('refused')
    expect(decodePng(rasterize(drawToken({ ...raw, artwork }), 64)).at(32, 32)).toEqual([255, 0, 0, 255])
  })
})

describe('what is not a picture', () => {
  test.each([
    ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', new TextEncoder().encode('<!doctype html><title>not a picture at all, and long enough</title>')],
    ['a WebP, which the renderer cannot decode', bytes(webp)],
    ['a JPEG coded arithmetically, which it cannot either', bytes(arithmeticJpeg)],
    ['nothing', new Uint8Array()],
    ['a PNG cut off in its header', bytes(png).subarray(0, 20)],
    ['a PNG without an end', bytes(png).subarray(0, -12)],
    ['a GIF without an image', makeGif(square(4), [])],
    ['a GIF that ends in its image', makeGif(square(64), [square(64)]).subarray(0, -3)],
    ['a JPEG that ends before its frame', new Uint8Array(64).fill(0xff)],
    ['a JPEG that ends in its scan', makeJpeg(square(16)).subarray(0, -2)],
    [
      'a JPEG whose segments have no length',
      Uint8Array.from([0xff, 0xd8, ...Array.from({ length: 20 }, () => [0xff, 0xe0, 0, 0]).flat()]),
    ],
  ])('is refused: %s', async (_, file) => {
    expect(await sniffArtwork(file)).toBeNull()
  })

  test('is refused, or drawn without harm, whatever bytes of a picture are others', async () => {
    const random = seeded(20_261_121)
    const whole = [makePng(square(24)), makeGif(square(24), [square(24)]), makeJpeg({ ...square(24), scans: 4 })]
    for (let i = 0; i < soak(150, 20_000); i += 1) {
      const file = (whole[i % 3] ?? new Uint8Array()).slice()
      for (let turn = 0; turn <= i % 4; turn += 1) file[random() % file.length] = random() & 255
      const artwork = await sniffArtwork(file.subarray(0, i % 5 === 0 ? random() % file.length : file.length))
      if (artwork) expect(artwork.width * artwork.height).toBeLessThanOrEqual(4_194_304)
    }
  })
})

describe('what takes long to decode', () => {
  const many = (count: number) => Array.from({ length: count }, () => square(1))
  const bomb = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(50_000_000))])

  test.each([
    ['a GIF whose frame is larger than its screen', makeGif(square(1), [square(4096)])],
    ['a GIF whose frame lies beside its screen', makeGif(square(10), [{ ...square(10), left: 5 }])],
    ['a GIF of many pixels', makeGif(square(4096), [square(4096)])],
    ['a PNG of many pixels', makePng({ width: 4096, height: 1025 })],
    ['a PNG of many pixels of 16 bits', makePng({ ...square(2048), depth: 16 })],
    ['a PNG longer than any side may be', makePng({ width: 4097, height: 1 })],
    ['a PNG without pixels', makePng({ width: 0, height: 10 })],
    ['a PNG whose data is less than its header says', makePng({ ...square(1024), raw: Buffer.alloc(4096) })],
    ['a JPEG of many pixels', makeJpeg({ ...square(4096) })],
    ['a JPEG of thousands of scans', makeJpeg({ ...square(1024), scans: 2000 })],
    ['a progressive JPEG whose coefficients are many', makeJpeg({ ...square(2048), scans: 3 })],
    ['a JPEG of several frames', makeJpeg({ ...square(16), frames: 2 })],
    ['a lossless JPEG', makeJpeg({ ...square(16), marker: 0xc3 })],
    ['more bytes than are embedded', new Uint8Array(Buffer.concat([bytes(png), Buffer.alloc(maxArtworkBytes)]))],
  ])('is refused: %s', async (_, file) => {
    expect(await sniffArtwork(file)).toBeNull()
  })

  test('beside the picture is left out: profiles, texts and frames of a PNG, further frames of a GIF, what follows a JPEG', async () => {
    const plain = makePng(square(16))
    const chunks = [
      ['acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])],
      ['iCCP', bomb],
      ['zTXt', bomb],
    ] as const
    expect(fileOf(await sniffArtwork(makePng({ ...square(16), chunks })))).toEqual(Buffer.from(plain))
    const animated = await sniffArtwork(makeGif(square(16), [square(16), ...many(5000)]))
    expect(fileOf(animated)).toEqual(Buffer.from(makeGif(square(16), [square(16)])))
    const jpeg = makeJpeg(square(16))
    expect(fileOf(await sniffArtwork(new Uint8Array([...jpeg, ...jpeg])))).toEqual(Buffer.from(jpeg))
  })

  test('a chunk that a decoder must know, or that comes twice, is refused', async () => {
    const [start, rest] = [bytes(png).subarray(0, 33), bytes(png).subarray(33)]
    const header = bytes(png).subarray(8, 33)
    for (const more of [chunk('BOMB', Buffer.alloc(4)), header])
      expect(await sniffArtwork(new Uint8Array(Buffer.concat([start, more, rest])))).toBeNull()
  })

  test('the largest that is accepted is drawn', async () => {
    const random = seeded(7)
    const size = soak(64, 1024)
    const noise = (side: number) => {
      const bytes = new Uint8Array(rawLength(square(side)))
      // Each sixteenth byte, and none of those that name a row's filter.
      for (let at = 0; at < bytes.length; at += 16) bytes[at] = at % (1 + 4 * side) === 0 ? 0 : random() & 255
      return bytes
    }
    const large = {
      PNG: makePng({ ...square(1024), raw: noise(1024) }),
      'PNG, 2048 pixels': makePng(square(2048)),
      'PNG, 16 bits': makePng({ ...square(1448), depth: 16 }),
      'PNG, interlaced': makePng({ ...square(2048), isInterlaced: true }),
      GIF: makeGif(square(2048), [square(2048)]),
      JPEG: makeJpeg({ ...square(2048), coefficients: soak(0, 18), random }),
      'JPEG, progressive': makeJpeg({ ...square(1295), scans: 32 }),
    }
    const lines: string[] = []
    for (const [name, file] of Object.entries(large)) {
      const artwork = await sniffArtwork(file)
      if (!artwork) throw new Error(`${name} of ${file.length} bytes was refused`)
      const drawing = drawToken({ ...raw, artwork, style: 'card', preset: 'hero', size })
      const [before, started] = [process.cpuUsage().user, performance.now()]
      expect(Buffer.from(rasterize(drawing, size)).readUInt32BE(16)).toBe(size)
      const cpu = (process.cpuUsage().user - before) / 1000
      lines.push(`${name}: ${cpu.toFixed(0)} ms of processor, ${(performance.now() - started).toFixed(0)} ms`)
    }
    if (soak(0, 1) === 1) console.log(`decoding and drawing\n${lines.join('\n')}`)
  })
})
