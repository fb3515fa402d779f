import { ascii } from '../../../shared/imaging/Still.ts'

/**
 * Whether what follows a JPEG is what cameras and phones append to it: further pictures (CIPA DC-007; the gain map of Ultra
 * HDR), the clip of a motion photo, or Samsung's trailer with its directory at the end. None of it is stored.
 */
export function isCameraData(tail: Uint8Array): boolean {
  const at = tail.findIndex((byte) => byte !== 0)
  if (at === -1) return true
  // The first box of a clip is shorter than 256 bytes: its length is three zeros and one byte.
  const isPicture = ascii(tail, at, 3) === '\xff\xd8\xff'
  const isClip = at >= 3 && ascii(tail, at + 1, 4) === 'ftyp'
  return isPicture || isClip || ascii(tail, tail.length - 4, 4) === 'SEFT'
}
