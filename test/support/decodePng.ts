import { inflateSync } from 'node:zlib'

/** Pixels of a picture: `at` gives red, green, blue and opacity, 0 to 255. */
export interface Pixels {
  readonly width: number
  readonly height: number
  at(x: number, y: number): readonly number[]
  /** How many different colours it holds, opacity included. */
  colours(): number
}

/**
 * Decodes a PNG of 8 bits a channel with RGBA colour and no interlace, the kind that a renderer writes.
 * Throws on any other kind, and on a file that is not a PNG. Source: PNG (W3C), sections 5, 9 and 11.
 */
export function decodePng(bytes: Uint8Array): Pixels {
  const file = Buffer.from(bytes)
  if (file.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('not a PNG')
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  if (file[24] !== 8 || file[25] !== 6 || file[28] !== 0) throw new Error('a kind of PNG that this decoder lacks')
  const data: Buffer[] = []
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  const rows = unfilter(inflateSync(Buffer.concat(data)), width * 4, height)
  const at = (x: number, y: number): readonly number[] => [
    ...rows.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
  ]
  const colours = (): number =>
    new Set(Array.from({ length: width * height }, (_, index) => rows.readUInt32BE(index * 4))).size
  return { width, height, at, colours }
}

/**
 * How far two pictures of one size are apart: the mean over their pixels and channels, 0 to 255, with each colour as strong as its
 * opacity.
 */
export function difference(one: Uint8Array, other: Uint8Array): number {
  const [a, b] = [decodePng(one), decodePng(other)]
  if (a.width !== b.width || a.height !== b.height) return Infinity
  let sum = 0
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const [p, q] = [premultiplied(a.at(x, y)), premultiplied(b.at(x, y))]
      for (let i = 0; i < 4; i++) sum += Math.abs((p[i] ?? 0) - (q[i] ?? 0))
    }
  }
  return sum / (4 * a.width * a.height)
}

const premultiplied = ([red = 0, green = 0, blue = 0, opacity = 0]: readonly number[]) => [
  (red * opacity) / 255,
  (green * opacity) / 255,
  (blue * opacity) / 255,
  opacity,
]

function unfilter(raw: Buffer, stride: number, height: number): Buffer {
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)]
    for (let x = 0; x < stride; x += 1) {
      const left = x < 4 ? 0 : (rows[y * stride + x - 4] ?? 0)
      const up = y < 1 ? 0 : (rows[(y - 1) * stride + x] ?? 0)
      const corner = x < 4 || y < 1 ? 0 : (rows[(y - 1) * stride + x - 4] ?? 0)
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
      rows[y * stride + x] = (raw[y * (stride + 1) + 1 + x] ?? 0) + guess
    }
  }
  return rows
}

function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
