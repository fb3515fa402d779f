import { type Still, viewOf } from './Still.ts'

const PROGRESSIVE = 0xc2
const END = 0xd9
const SCAN = 0xda
/**
 * Markers that have no length, belong to another kind of file, or change a frame afterwards: RST, SOI, DNL, DHP, EXP,
 * TEM.
 */
const REFUSED = [0x00, 0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7, 0xd8, 0xdc, 0xde, 0xdf]
/** Each scan of a progressive picture is a pass over all of it; encoders make about ten. */
const MAX_SCANS = 32

/** A marker segment, from its marker to the next one: a scan's includes its coded data. */
interface Segment {
  readonly marker: number
  readonly bytes: Uint8Array
}

export interface Jpeg extends Still {
  /** Between the start and the end of the image. */
  readonly segments: readonly Segment[]
  /** Offset of the image's end in the file. */
  readonly end: number
}

type Frame = Pick<Still, 'width' | 'height' | 'decodedBytes'>

/**
 * The picture of a JPEG, baseline, extended or progressive of 8 bits (the kinds that the renderer decodes); null for
 * anything else, and for a broken structure, several frames, or more scans than encoders produce. Source: ITU-T T.81
 * annex B.
 */
export function readJpeg(bytes: Uint8Array): Jpeg | null {
  const view = viewOf(bytes)
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null
  let frame: Frame | undefined
  let scans = 0
  const segments: Segment[] = []
  for (let at = 2; at + 4 <= bytes.length || isEnd(bytes, at);) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      // A second 0xff before a marker is padding.
      at += 1
      continue
    }
    if (marker === END) {
      if (!frame || scans === 0) return null
      const end = at + 2
      return { mediaType: 'image/jpeg', ...frame, parts: [bytes.subarray(0, end)], segments, end }
    }
    const length = view.getUint16(at + 2)
    const end = at + 2 + length
    if (REFUSED.includes(marker) || length < 2 || end > bytes.length) return null
    if (isFrame(marker)) {
      const found = frame ? null : readFrame(view, at, marker, length)
      if (!found) return null
      frame = found
    }
    if (marker === SCAN) scans += 1
    if (scans > MAX_SCANS || (marker === SCAN && !frame)) return null
    const next = marker === SCAN ? skipCoded(bytes, end) : end
    segments.push({ marker, bytes: bytes.subarray(at, next) })
    at = next
  }
  return null
}

const isEnd = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0xff && bytes[at + 1] === END

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function readFrame(view: DataView, at: number, marker: number, length: number): Frame | null {
  const components = length < 8 ? 0 : view.getUint8(at + 9)
  // Lossless, hierarchical and arithmetically coded frames come after the first three.
  if (marker > 0xc2 || ![1, 3, 4].includes(components) || length !== 8 + 3 * components) return null
  if (view.getUint8(at + 4) !== 8) return null
  for (let i = 0; i < components; i += 1) {
    const sampling = view.getUint8(at + 11 + 3 * i)
    if (![1, 2, 4].includes(sampling >> 4) || ![1, 2, 4].includes(sampling & 15)) return null
  }
  const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
  // A progressive picture's coefficients, two bytes each, are kept from scan to scan.
  return { width, height, decodedBytes: (marker === PROGRESSIVE ? 4 + 2 * components : 4) * width * height }
}

/** End of entropy-coded data: the next marker that is neither a stuffed zero nor a restart. */
function skipCoded(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}
