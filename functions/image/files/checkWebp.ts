import { ascii, viewOf } from '../../../shared/imaging/Still.ts'
import { requireEnd, requireSize } from './bounds.ts'
import type { Picture } from './CheckedImage.ts'
import { malformed, notSupported } from './ImageFault.ts'
import { orientationOnly, readOrientation, turned } from './orientation.ts'

const HEADER = 12
const MAX_CHUNKS = 64
/** Flags of VP8X (RFC 9649, section 2.7.1): an animation, XMP, Exif, an alpha channel, a colour profile. */
const [ANIMATION, EXIF, ALPHA, PROFILE] = [0x02, 0x08, 0x10, 0x20]

interface Chunk {
  readonly type: string
  readonly data: Uint8Array
}

/**
 * A still WebP (RFC 9649) without Exif, XMP and unknown chunks; of Exif the orientation stays. Throws ImageFault.
 */
export function checkWebp(bytes: Uint8Array): Picture<'image/webp'> {
  const chunks = readChunks(bytes)
  const find = (type: string) => chunks.find((one) => one.type === type)?.data
  const [first] = chunks
  if (find('ANIM') || find('ANMF')) throw notSupported('is animated; send a still image')
  const [coded, ...others] = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L')
  if (!first || !coded || others.length > 0) throw malformed('does not have exactly one image')
  const size = coded.type === 'VP8L' ? sizeOfLossless(coded.data) : sizeOfLossy(coded.data)
  requireSize(...size)
  if (first.type !== 'VP8X') {
    if (first !== coded) throw malformed('does not start with its image')
    return { contentType: 'image/webp', width: size[0], height: size[1], parts: fileOf([coded]) }
  }
  const canvas = readCanvas(first.data)
  if ((canvas.flags & ANIMATION) !== 0) throw notSupported('is animated; send a still image')
  if (canvas.width !== size[0] || canvas.height !== size[1])
    throw malformed('has an image of a different size than it declares')
  const [profile, alpha, exif] = [find('ICCP'), coded.type === 'VP8 ' ? find('ALPH') : undefined, find('EXIF')]
  const orientation = exif ? readOrientation(withoutName(exif)) : 1
  const isTurned = orientation !== 1
  const flags = (profile ? PROFILE : 0) | (canvas.flags & ALPHA) | (isTurned ? EXIF : 0)
  const parts = fileOf([
    { type: 'VP8X', data: Uint8Array.of(flags, 0, 0, 0, ...first.data.subarray(4, 10)) },
    ...(profile ? [{ type: 'ICCP', data: profile }] : []),
    ...(alpha ? [{ type: 'ALPH', data: alpha }] : []),
    coded,
    ...(isTurned ? [{ type: 'EXIF', data: orientationOnly(orientation) }] : []),
  ])
  return { contentType: 'image/webp', ...turned(size, orientation), parts }
}

function readChunks(bytes: Uint8Array): Chunk[] {
  const view = viewOf(bytes)
  const end = HEADER - 4 + view.getUint32(4, true)
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP' || end > bytes.length)
    throw malformed('is not a complete WebP')
  requireEnd(bytes, end)
  const chunks: Chunk[] = []
  for (let at = HEADER; at < end;) {
    if (at + 8 > end || chunks.length === MAX_CHUNKS) throw malformed('has invalid or too many chunks')
    const length = view.getUint32(at + 4, true)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (at + 8 + length > end) throw malformed('has a chunk that is longer than the file')
    chunks.push({ type: ascii(bytes, at, 4), data })
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** Section 2.5, and RFC 6386 section 9.1: the header of a key frame. */
function sizeOfLossy(data: Uint8Array): readonly [number, number] {
  const view = viewOf(data)
  const tag = view.getUint8(0) | (view.getUint8(1) << 8) | (view.getUint8(2) << 16)
  const isKeyFrame = (tag & 1) === 0 && view.getUint8(3) === 0x9d && view.getUint16(4) === 0x012a
  // The first partition must end within the data.
  if (!isKeyFrame || 10 + (tag >> 5) > data.length) throw malformed('has invalid image data')
  return [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff]
}

/** Section 3.4: two lengths of 14 bits, each one less than it is; version 0. */
function sizeOfLossless(data: Uint8Array): readonly [number, number] {
  const bits = viewOf(data).getUint32(1, true)
  if (data[0] !== 0x2f || bits >>> 29 !== 0 || data.length < 6) throw malformed('has invalid image data')
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}

function readCanvas(data: Uint8Array): { flags: number; width: number; height: number } {
  const view = viewOf(data)
  if (data.length !== 10) throw malformed('has an invalid header')
  const length = (at: number) => 1 + view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  return { flags: view.getUint8(0), width: length(4), height: length(7) }
}

/** Some writers start the chunk with the name that JPEG uses for it. */
const withoutName = (exif: Uint8Array): Uint8Array => (ascii(exif, 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif)

function fileOf(chunks: readonly Chunk[]): Uint8Array[] {
  const encoder = new TextEncoder()
  const parts = chunks.flatMap(({ type, data }) => [
    encoder.encode(type),
    littleEndian(data.length),
    data,
    new Uint8Array(data.length % 2),
  ])
  const length = parts.reduce((sum, part) => sum + part.length, 4)
  return [encoder.encode('RIFF'), littleEndian(length), encoder.encode('WEBP'), ...parts]
}

function littleEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  viewOf(bytes).setUint32(0, value, true)
  return bytes
}
