import { describe, expect, test } from 'vitest'
import { maxArtworkBytes, sniffArtwork } from '../../../functions/token/drawing/sniffArtwork.ts'

/** One pixel each, as files that real encoders wrote. */
const gif = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const jpeg =
  '/9j/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAABAAEBAREA' +
  '/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k='
const webp = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'

const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))
const pngOf = (width: number, height: number): Uint8Array => {
  const file = Buffer.from(png, 'base64')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return new Uint8Array(file)
}

describe('sniffArtwork', () => {
  test.each([
    ['image/gif', gif],
    ['image/png', png],
    ['image/jpeg', jpeg],
  ])('recognises %s by its bytes', (type, file) => {
    expect(sniffArtwork(bytes(file))).toEqual({ dataUri: `data:${type};base64,${file}`, width: 1, height: 1 })
  })

  test.each([
    ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', new TextEncoder().encode('<!doctype html><title>not a picture at all, and long enough</title>')],
    ['a WebP, which the renderer cannot decode', bytes(webp)],
    ['nothing', new Uint8Array()],
    ['a PNG cut off in its header', bytes(png).subarray(0, 20)],
    ['a JPEG that ends before its frame', new Uint8Array(64).fill(0xff)],
    [
      'a JPEG whose segments have no length',
      Uint8Array.from([0xff, 0xd8, ...Array.from({ length: 20 }, () => [0xff, 0xe0, 0, 0]).flat()]),
    ],
  ])('refuses %s', (_, file) => {
    expect(sniffArtwork(file)).toBeNull()
  })

  test('refuses a picture that is too large to decode, in sides, in area or in bytes', () => {
    expect(sniffArtwork(pngOf(2048, 2048))).not.toBeNull()
    expect(sniffArtwork(pngOf(4097, 1))).toBeNull()
    expect(sniffArtwork(pngOf(4096, 1025))).toBeNull()
    expect(sniffArtwork(pngOf(0, 10))).toBeNull()
    const tooLong = new Uint8Array(maxArtworkBytes + 1)
    tooLong.set(bytes(png))
    expect(sniffArtwork(tooLong)).toBeNull()
  })
})
