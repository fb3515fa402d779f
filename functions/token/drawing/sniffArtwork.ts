import { readGif } from '../../../shared/imaging/readGif.ts'
import { readJpeg } from '../../../shared/imaging/readJpeg.ts'
import { isWholePng, readPng } from '../../../shared/imaging/readPng.ts'

/** A picture that was checked and may be embedded in a drawing. */
export interface Artwork {
  /** `data:image/…;base64,…` with the type that the bytes themselves show. */
  readonly dataUri: string
  readonly width: number
  readonly height: number
}

/** Largest accepted artwork, in bytes; it is embedded whole, also in the SVG that is served. */
export const maxArtworkBytes = 1_048_576
const maxSide = 4096
/**
 * Bytes of a decoded picture. It is decoded up to twice in a drawing, and nothing else runs in the isolate meanwhile.
 */
const maxDecodedBytes = 16_777_216

/**
 * Recognises PNG, JPEG and GIF by their structure, whatever a server or data URI called them, and extracts the one
 * picture that is drawn. Null for anything else (above all SVG, which could contain markup, and WebP, which the
 * renderer cannot decode), for broken files, and for what would take a Worker long to decode: measured by what a
 * decoder unpacks, not by what one header says.
 */
export async function sniffArtwork(bytes: Uint8Array): Promise<Artwork | null> {
  if (bytes.length > maxArtworkBytes) return null
  const png = readPng(bytes)
  const still = png ?? readGif(bytes) ?? readJpeg(bytes)
  if (!still) return null
  const { mediaType, width, height, decodedBytes, parts } = still
  if (width < 1 || height < 1 || width > maxSide || height > maxSide || decodedBytes > maxDecodedBytes) return null
  if (png && !(await isWholePng(png))) return null
  return { dataUri: `data:${mediaType};base64,${base64(parts)}`, width, height }
}

function base64(parts: readonly Uint8Array[]): string {
  let binary = ''
  for (const part of parts)
    for (let at = 0; at < part.length; at += 8192) binary += String.fromCharCode(...part.subarray(at, at + 8192))
  return btoa(binary)
}
