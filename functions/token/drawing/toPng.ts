import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** A picture of gradients packs no better with more work, and unfiltered rows pack faster than filtered ones. */
const LEVEL = 1

/** Red, green, blue and opacity of a picture, row by row, a byte each; premultiplied, as renderers have them. */
export interface Pixels {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
}

/** A PNG of 8-bit RGBA (PNG, sections 5 and 11). */
export function toPng({ pixels, width, height }: Pixels): Uint8Array {
  const rowBytes = 4 * width
  return packRows(width, height, (y, into) => into.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes)))
}

/** What is packed, of the largest picture so far: it is written whole each time, and fresh memory costs more than that. */
let scratch = new Uint8Array(0)

/** A PNG whose premultiplied rows are written one by one, each whole and into its place in what is packed. */
export function packRows(
  width: number,
  height: number,
  write: (y: number, into: Uint8ClampedArray) => void,
): Uint8Array {
  const rowBytes = 4 * width
  const length = (rowBytes + 1) * height
  if (scratch.length < length) scratch = new Uint8Array(length)
  const raw = scratch.subarray(0, length)
  for (let y = 0; y < height; y++) {
    const start = y * (rowBytes + 1)
    const row = new Uint8ClampedArray(raw.buffer, start + 1, rowBytes)
    // Filter type 0: none (section 9.2).
    raw[start] = 0
    write(y, row)
    toStraight(row)
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // Depth 8, colour type 6: truecolour with alpha.
  header.set([8, 6], 8)
  const packed = deflateSync(raw, { level: LEVEL, memLevel: 9, chunkSize: Math.max(1024, raw.length >> 2) })
  return joined([SIGNATURE, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', new Uint8Array())])
}

/** Divides colours by their alpha, which PNG does not have in them (section 6.2). */
function toStraight(pixels: Uint8ClampedArray): void {
  for (let at = 3; at < pixels.length; at += 4) {
    const alpha = pixels[at] ?? 0
    if (alpha === 255 || alpha === 0) continue
    for (let i = at - 3; i < at; i++) pixels[i] = ((pixels[i] ?? 0) * 255) / alpha
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, -4)))
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
