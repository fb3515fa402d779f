import { crc32, deflateSync } from 'node:zlib'

/** Numbers that look random and are the same in each run (xorshift). */
export function seeded(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

const u16be = (value: number) => [value >> 8, value & 255]
const u16le = (value: number) => [value & 255, value >> 8]

export interface PngPlan {
  readonly width: number
  readonly height: number
  /** 8 by default. */
  readonly depth?: 8 | 16
  readonly isInterlaced?: boolean
  /** Bytes of the picture before they are packed; all of them zero by default. */
  readonly raw?: Uint8Array
  /** Further chunks before the data, by type. */
  readonly chunks?: readonly (readonly [string, Uint8Array])[]
}

export const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Bytes of an RGBA picture before they are packed, filter bytes included; of an interlaced one a little more than it has. */
export const rawLength = ({ width, height, depth = 8, isInterlaced = false }: PngPlan): number =>
  height * (isInterlaced ? 2 : 1) + (width * height * 4 * depth) / 8 + (isInterlaced ? 64 * width : 0)

/** An RGBA picture as PNG. */
export function makePng(plan: PngPlan): Uint8Array {
  const { width, height, depth = 8, isInterlaced = false, raw = Buffer.alloc(rawLength(plan)), chunks = [] } = plan
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      ...chunks.map(([type, data]) => chunk(type, data)),
      chunk('IDAT', deflateSync(raw)),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

export interface Frame {
  readonly left?: number
  readonly top?: number
  readonly width: number
  readonly height: number
}

/** A red GIF with frames of any size, whatever its screen. */
export function makeGif(screen: { width: number; height: number }, frames: readonly Frame[]): Uint8Array {
  const head = [...u16le(screen.width), ...u16le(screen.height), 0xf0, 0, 0, 255, 0, 0, 0, 255, 0]
  const images = frames.flatMap(({ left = 0, top = 0, width, height }) => {
    const bounds = [left, top, width, height].flatMap(u16le)
    const data = lzwOfZeros(width * height)
    const blocks: Buffer[] = []
    for (let at = 0; at < data.length; at += 255)
      blocks.push(Buffer.from([Math.min(255, data.length - at)]), data.subarray(at, at + 255))
    return [Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, ...bounds, 0, 2]), ...blocks, Buffer.from([0])]
  })
  return new Uint8Array(
    Buffer.concat([Buffer.from('GIF89a', 'latin1'), Buffer.from(head), ...images, Buffer.from([0x3b])]),
  )
}

/** Pixels of the first colour under LZW (GIF89a appendix F): each code stands for one pixel more than the one before. */
function lzwOfZeros(pixels: number): Buffer {
  const bits = new Bits('low')
  const [clear, end] = [4, 5]
  let left = pixels
  while (left > 0) {
    bits.put(clear, 3)
    bits.put(0, 3)
    left -= 1
    let width = 3
    for (let code = 6, run = 2; code < 4095 && left > 0; code += 1, run += 1) {
      if (code === 1 << width) width += 1
      bits.put(left < run ? 0 : code, width)
      left -= left < run ? 1 : run
    }
    if (left > 0) continue
    bits.put(end, width)
  }
  return bits.bytes()
}

class Bits {
  readonly #out: number[] = []
  #held = 0
  #count = 0
  readonly #order: 'low' | 'high'

  /** `low`: as GIF packs codes, from the lowest bit; `high`: as JPEG does, from the highest, with stuffed zeros. */
  constructor(order: 'low' | 'high') {
    this.#order = order
  }

  put(value: number, width: number): void {
    for (let i = 0; i < width; i += 1) {
      const bit = this.#order === 'low' ? (value >> i) & 1 : (value >> (width - 1 - i)) & 1
      this.#held |= bit << (this.#order === 'low' ? this.#count : 7 - this.#count)
      this.#count += 1
      if (this.#count === 8) this.#flush()
    }
  }

  bytes(): Buffer {
    if (this.#count > 0) {
      if (this.#order === 'high') this.#held |= (1 << (8 - this.#count)) - 1
      this.#flush()
    }
    return Buffer.from(this.#out)
  }

  #flush(): void {
    this.#out.push(this.#held)
    if (this.#order === 'high' && this.#held === 0xff) this.#out.push(0)
    this.#held = 0
    this.#count = 0
  }
}

export interface JpegPlan {
  readonly width: number
  readonly height: number
  /** Coefficients of each block beside its mean; their signs come from `random`. */
  readonly coefficients?: number
  readonly random?: () => number
  /** A progressive picture with so many scans; the first has the means, the others nothing new. */
  readonly scans?: number
  /** Frame headers; one is what a picture has. */
  readonly frames?: number
  /** Marker of the frame header; baseline or progressive by default. */
  readonly marker?: number
}

const segment = (marker: number, data: readonly number[]) =>
  Buffer.from([0xff, marker, ...u16be(data.length + 2), ...data])
const COMPONENTS = [1, 2, 3]

/** A JPEG of three components without subsampling. */
export function makeJpeg(plan: JpegPlan): Uint8Array {
  const { width, height, coefficients = 0, random = seeded(1), scans = 0, frames = 1 } = plan
  const { marker = scans > 0 ? 0xc2 : 0xc0 } = plan
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  const frame = segment(marker, [
    8,
    ...u16be(height),
    ...u16be(width),
    3,
    ...COMPONENTS.flatMap((component) => [component, 0x11, 0]),
  ])
  // One code for a mean like the one before; then one for a coefficient and one for the end, or one for 16384 ends and more.
  const tables = [
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 2)]),
    segment(0xc4, [0x00, 1, ...Array.from({ length: 15 }, () => 0), 0x00]),
    scans > 0
      ? segment(0xc4, [0x10, 1, ...Array.from({ length: 15 }, () => 0), 0xe0])
      : segment(0xc4, [0x10, 1, 1, ...Array.from({ length: 14 }, () => 0), 0x01, 0x00]),
  ]
  const first = new Bits('high')
  for (let block = 0; block < 3 * blocks; block += 1) {
    first.put(0, 1)
    if (scans > 0) continue
    for (let i = 0; i < coefficients; i += 1) first.put(random() & 1, 2)
    if (coefficients < 63) first.put(0b10, 2)
  }
  const later = (i: number) => {
    const bits = new Bits('high')
    for (let left = blocks; left > 0; left -= 32_767) {
      bits.put(0, 1)
      bits.put(16_383, 14)
    }
    return [segment(0xda, [1, COMPONENTS[i % 3] ?? 1, 0, 1, 63, 0]), bits.bytes()]
  }
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      ...tables,
      ...Array.from({ length: frames }, () => frame),
      segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, scans > 0 ? 0 : 63, 0]),
      first.bytes(),
      ...Array.from({ length: Math.max(0, scans - 1) }, (_, i) => later(i)).flat(),
      Buffer.from([0xff, 0xd9]),
    ]),
  )
}
