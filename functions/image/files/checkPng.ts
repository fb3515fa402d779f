import { crc32 } from 'node:zlib'
import { readPng } from '../../../shared/imaging/readPng.ts'
import { viewOf } from '../../../shared/imaging/Still.ts'
import { unpackedLength } from '../../../shared/imaging/unpackedLength.ts'
import { requireEnd, requireSize } from './bounds.ts'
import type { Picture } from './CheckedImage.ts'
import { malformed, notSupported } from './ImageFault.ts'

/** What says how colours are meant (PNG, section 11.3.2): without it the picture would look otherwise. */
const COLOUR = ['cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP', 'mDCV', 'cLLI']
/** Real colour profiles have a few KiB, those with large tables some hundred. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024

/**
 * A PNG with the chunks that its picture needs: text, times, thumbnails and private chunks are left out, packed ones
 * without having been unpacked. Throws ImageFault.
 */
export async function checkPng(bytes: Uint8Array): Promise<Picture<'image/png'>> {
  const png = readPng(bytes, COLOUR)
  if (!png) throw malformed('is not a whole PNG')
  const { width, height, parts, packed, rawBytes, chunks, end } = png
  requireSize(width, height)
  requireEnd(bytes, end)
  if (chunks.has('acTL')) throw notSupported('is animated; send a still picture')
  const [, ...kept] = parts
  if (!kept.every(isIntact)) throw malformed('has a chunk that does not match its checksum')
  const profile = chunks.get('iCCP')
  // Its name ends with a zero, and one byte names the only packing that there is.
  const unpacked = profile && (await unpackedLength([profile.subarray(profile.indexOf(0) + 2)], MAX_PROFILE_BYTES))
  if (profile && (unpacked === null || unpacked === undefined || unpacked > MAX_PROFILE_BYTES))
    throw malformed('has a broken or oversized colour profile')
  if ((await unpackedLength(packed, rawBytes)) !== rawBytes)
    throw malformed('has picture data that is not as long as its size says')
  return { contentType: 'image/png', width, height, parts }
}

/** Whether a chunk matches the checksum at its end. */
const isIntact = (chunk: Uint8Array): boolean =>
  crc32(chunk.subarray(4, -4)) === viewOf(chunk).getUint32(chunk.byteLength - 4)
