import { readJpeg } from '../../../shared/imaging/readJpeg.ts'
import { ascii } from '../../../shared/imaging/Still.ts'
import { requireEnd, requireSize } from './bounds.ts'
import type { Picture } from './CheckedImage.ts'
import { malformed } from './ImageFault.ts'
import { orientationOnly, readOrientation, turned } from './orientation.ts'

const [APP0, APP1, APP15, EXTENSION, COMMENT] = [0xe0, 0xe1, 0xef, 0xf0, 0xfe]
/** Segments of applications that a decoder needs for the colours of the picture, and JFIF, which comes first. */
const KEPT = new Map([
  [APP0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])
const EXIF = 'Exif\0\0'
const SOI = Uint8Array.of(0xff, 0xd8)
const EOI = Uint8Array.of(0xff, 0xd9)

/**
 * A JPEG without comments, without what a camera appends, and without the segments of applications, Exif with its positions
 * and thumbnails among them; of Exif the orientation stays. Throws ImageFault.
 */
export function checkJpeg(bytes: Uint8Array): Picture<'image/jpeg'> {
  const jpeg = readJpeg(bytes)
  if (!jpeg) throw malformed('is not a complete JPEG, or uses a JPEG process that browsers do not support')
  requireSize(jpeg.width, jpeg.height)
  if (!isCameraData(bytes.subarray(jpeg.end))) requireEnd(bytes, jpeg.end)
  const exif = jpeg.segments.find((one) => one.marker === APP1 && isNamed(one.bytes, EXIF))
  const orientation = exif ? readOrientation(exif.bytes.subarray(4 + EXIF.length)) : 1
  const kept = jpeg.segments.filter(isNeeded)
  const [first] = kept
  const jfif = first?.marker === APP0 ? [first] : []
  const parts = [
    ...jfif.map((one) => one.bytes),
    ...exifOf(orientation),
    ...kept.slice(jfif.length).map((one) => one.bytes),
  ]
  return {
    contentType: 'image/jpeg',
    ...turned([jpeg.width, jpeg.height], orientation),
    parts: [SOI, ...parts, EOI],
  }
}

function isNeeded({ marker, bytes }: { marker: number; bytes: Uint8Array }): boolean {
  const isOther = (marker >= APP0 && marker <= APP15) || (marker >= EXTENSION && marker <= COMMENT)
  const name = KEPT.get(marker)
  return isOther ? name !== undefined && isNamed(bytes, name) : true
}

/** Whether a segment begins with a name, after its marker and length. */
const isNamed = (segment: Uint8Array, name: string): boolean => ascii(segment, 4, name.length) === name

function exifOf(orientation: number): Uint8Array[] {
  if (orientation === 1) return []
  const content = [...new TextEncoder().encode(EXIF), ...orientationOnly(orientation)]
  return [Uint8Array.of(0xff, APP1, 0, content.length + 2, ...content)]
}

/**
 * Whether what follows a JPEG is what cameras and phones append to it: further pictures (CIPA DC-007; the gain map of Ultra
 * HDR), the clip of a motion photo, or Samsung's trailer with its directory at the end. None of it is stored.
 */
function isCameraData(tail: Uint8Array): boolean {
  const at = tail.findIndex((byte) => byte !== 0)
  if (at === -1) return true
  // The first box of a clip is shorter than 256 bytes: its length is three zeros and one byte.
  const isPicture = ascii(tail, at, 3) === '\xff\xd8\xff'
  const isClip = at >= 3 && ascii(tail, at + 1, 4) === 'ftyp'
  return isPicture || isClip || ascii(tail, tail.length - 4, 4) === 'SEFT'
}
