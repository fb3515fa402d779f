import { ImageFault, malformed } from './ImageFault.ts'

/** The largest side, in pixels. */
export const MAX_SIDE = 8192
/** The largest area, in pixels: 16 MP. */
export const MAX_PIXELS = 4096 * 4096

/** Throws ImageFault where a picture has no size, or one that is too large to be decoded. */
export function requireSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw malformed('has an image without width or height')
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    throw new ImageFault(
      'image_too_large',
      `is ${width} x ${height} pixels; at most ${MAX_SIDE} pixels a side and ${MAX_PIXELS} pixels in all are allowed`,
    )
}

/**
 * Throws ImageFault where a file goes on after its image, since that may be another file: an archive, a page, a script.
 * Zeros do not count: some cameras pad files with them.
 */
export function requireEnd(bytes: Uint8Array, end: number): void {
  const after = bytes.subarray(end)
  if (after.some((byte) => byte !== 0))
    throw malformed(`has ${after.length} bytes after the end of the image; save the image again without them`)
}
