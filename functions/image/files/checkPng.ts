import { crc32 } from 'node:zlib'
import { readPng, unpackedLength } from '../../../shared/imaging/readPng.ts'
import { viewOf } from '../../../shared/imaging/Still.ts'
import { requireEnd, requireSize } from './bounds.ts'
import type { Picture } from './CheckedImage.ts'
import { malformed, notSupported } from './ImageFault.ts'
import { orientationOnly, readOrientation, turned } from './orientation.ts'

/** Chunks that define colours (PNG, section 11.3.2): without them the picture would look different. */
const COLOUR = ['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI']
/** Real colour profiles have a few KiB, those with large tables some hundred. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024

/**
 * A PNG with the chunks that its picture needs: text, times, thumbnails and private chunks are left out, packed ones
 * without having been unpacked; of Exif the orientation stays. Throws ImageFault.
 */
export async function checkPng(bytes: Uint8Array): Promise<Picture<'image/png'>> {
  const png = readPng(bytes, COLOUR)
  if (!png) throw malformed('is not a complete PNG')
  const { width, height, parts, packed, rawBytes, chunks, end } = png
  requireSize(width, height)
  requireEnd(bytes, end)
  if (chunks.has('acTL')) throw notSupported('is animated; send a still image')
  const [signature, header, ...others] = parts
  if (!signature || !header) throw malformed('is not a complete PNG')
  const kept = [header, ...others]
  if (!kept.every(isIntact)) throw malformed('has a chunk with a wrong checksum')
  const profile = chunks.get('iCCP')
  // Its name ends with a zero, and one byte names the only packing that there is.
  const unpacked = profile && (await unpackedLength([profile.subarray(profile.indexOf(0) + 2)], MAX_PROFILE_BYTES))
  if (profile && (unpacked === null || unpacked === undefined || unpacked > MAX_PROFILE_BYTES))
    throw malformed('has an invalid or too large colour profile')
  if ((await unpackedLength(packed, rawBytes)) !== rawBytes)
    throw malformed('has image data that does not match the declared size')
  const names = [...chunks.keys()]
  const exif = chunks.get('eXIf')
  // Browsers go by it only before the picture.
  const orientation = exif && names.indexOf('eXIf') < names.indexOf('IDAT') ? readOrientation(exif) : 1
  const oriented = orientation === 1 ? [] : [chunkOf('eXIf', orientationOnly(orientation))]
  return {
    contentType: 'image/png',
    ...turned([width, height], orientation),
    parts: [signature, header, ...oriented, ...others],
  }
}

/** A chunk with its length and checksum (PNG, section 5.3). */
function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(12 + data.length)
  const view = viewOf(chunk)
  view.setUint32(0, data.length)
  chunk.set(new TextEncoder().encode(type), 4)
  chunk.set(data, 8)
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, -4)))
  return chunk
}

/** Whether a chunk matches the checksum at its end. */
const isIntact = (chunk: Uint8Array): boolean =>
  crc32(chunk.subarray(4, -4)) === viewOf(chunk).getUint32(chunk.byteLength - 4)
