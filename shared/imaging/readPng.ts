import { createInflate } from 'node:zlib'
import { ascii, type Still, viewOf } from './Still.ts'

/** Channels of each colour type (section 11.2.1), and the depths that it may have. */
const COLOURS: Readonly<Record<number, { readonly channels: number; readonly depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}
/** First column and row, and the steps, of the seven passes of an interlaced picture (section 8.1). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
/** The chunks that a decoder needs; text, colour profiles and animation are left out. */
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
/** Bytes; a round trip through the stream costs more than unpacking this. */
const UNPACKED_AT_ONCE = 1_048_576
/** More than encoders make of the largest file that is read. */
const MAX_CHUNKS = 32_768

interface Png extends Still {
  /** The picture's zlib stream, and the bytes that it must unpack to. */
  readonly packed: readonly Uint8Array[]
  readonly rawBytes: number
  /** The data of the first chunk of each type. */
  readonly chunks: ReadonlyMap<string, Uint8Array>
  /** Offset of the image's end in the file. */
  readonly end: number
}

/**
 * The picture of a PNG, with chunks of further types if they are named; null for anything else, and for a broken
 * structure. Source: PNG (W3C).
 */
export function readPng(bytes: Uint8Array, alsoKept: readonly string[] = []): Png | null {
  if (bytes.length < 57 || ascii(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n') return null
  const view = viewOf(bytes)
  const header = readHeader(view)
  if (!header || ascii(bytes, 12, 4) !== 'IHDR' || view.getUint32(8) !== 13) return null
  const parts = [bytes.subarray(0, 8)]
  const packed: Uint8Array[] = []
  const chunks = new Map<string, Uint8Array>()
  for (let at = 8, before = '', count = 0; at + 12 <= bytes.length && count < MAX_CHUNKS; count++) {
    const end = at + 12 + view.getUint32(at)
    const type = ascii(bytes, at + 4, 4)
    if (end > bytes.length || !/^[a-zA-Z]{4}$/.test(type)) return null
    // A chunk that a decoder must know (section 5.4) is one that is kept; only data chunks may repeat, and only
    // consecutively.
    const isKept = KEPT.includes(type) || alsoKept.includes(type)
    if (!isKept && /^[A-Z]/.test(type)) return null
    if (isKept && chunks.has(type) && !(type === 'IDAT' && before === 'IDAT')) return null
    if (isKept) parts.push(bytes.subarray(at, end))
    if (type === 'IDAT') packed.push(bytes.subarray(at + 8, end - 4))
    if (type === 'IEND') return packed.length === 0 ? null : { ...header, parts, packed, chunks, end }
    if (!chunks.has(type)) chunks.set(type, bytes.subarray(at + 8, end - 4))
    before = type
    at = end
  }
  return null
}

function readHeader(view: DataView): Omit<Png, 'parts' | 'packed' | 'chunks' | 'end'> | null {
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const [depth, type, compression, filter, interlace] = [24, 25, 26, 27, 28].map((at) => view.getUint8(at))
  const colour = COLOURS[type ?? -1]
  if (!colour || depth === undefined || !colour.depths.includes(depth)) return null
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1)) return null
  const bits = colour.channels * depth
  const size = (columns: number, rows: number) => (columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8)))
  const rawBytes =
    interlace === 0
      ? size(width, height)
      : PASSES.reduce((sum, [x, y, dx, dy]) => {
          return sum + size(Math.ceil(Math.max(0, width - x) / dx), Math.ceil(Math.max(0, height - y) / dy))
        }, 0)
  // Whatever the file contains, it is decoded to four channels, of two bytes each if it has more than eight bits.
  const decodedBytes = width * height * (depth === 16 ? 8 : 4)
  return { mediaType: 'image/png', width, height, decodedBytes, rawBytes }
}

/** Whether the data unpacks to the whole picture; no more than the picture is unpacked. */
export const isWholePng = async ({ packed, rawBytes }: Png): Promise<boolean> =>
  ((await unpackedLength(packed, rawBytes - 1)) ?? 0) >= rawBytes

/**
 * How many bytes zlib data (RFC 1950) unpacks to; null if it is broken, cut off or followed by more. Once there are more
 * than `most`, no more is unpacked.
 */
export function unpackedLength(packed: readonly Uint8Array[], most: number): Promise<number | null> {
  const inflate = createInflate({ chunkSize: UNPACKED_AT_ONCE })
  const given = packed.reduce((sum, part) => sum + part.length, 0)
  let length = 0
  return new Promise((resolve) => {
    inflate.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      if (length <= most) return
      resolve(length)
      inflate.destroy()
    })
    inflate.on('end', () => resolve(inflate.bytesWritten === given ? length : null))
    inflate.on('error', () => resolve(null))
    for (const part of packed) inflate.write(part)
    inflate.end()
  })
}
