/** A picture that was checked and may be embedded in a drawing. */
export interface Artwork {
  /** `data:image/…;base64,…` with the type that the bytes themselves show. */
  readonly dataUri: string
  readonly width: number
  readonly height: number
}

/** Largest artwork accepted, in bytes; it is embedded whole, also in the SVG that is served. */
export const maxArtworkBytes = 1_048_576
const maxSide = 4096
/** Decoded it takes four bytes a pixel, within the 128 MiB of an isolate. */
const maxPixels = 4_194_304

interface Header {
  readonly mediaType: string
  readonly width: number
  readonly height: number
}

/**
 * Recognises PNG, JPEG and GIF by their first bytes, whatever a server or data URI called them. Null for anything
 * else (above all SVG, which could carry markup, and WebP, which the renderer cannot decode), and for pictures too
 * large to decode in a Worker.
 *
 * Sources: PNG (W3C, section 11.2.1), JPEG (ITU-T T.81, annex B), GIF89a section 18.
 */
export function sniffArtwork(bytes: Uint8Array): Artwork | null {
  if (bytes.length < 32 || bytes.length > maxArtworkBytes) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = readPng(view) ?? readGif(view) ?? readJpeg(view)
  if (!header) return null
  const { mediaType, width, height } = header
  if (width < 1 || height < 1 || width > maxSide || height > maxSide || width * height > maxPixels) return null
  return { dataUri: `data:${mediaType};base64,${base64(bytes)}`, width, height }
}

function readPng(view: DataView): Header | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || ascii(view, 12, 4) !== 'IHDR') return null
  return { mediaType: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

function readGif(view: DataView): Header | null {
  if (!/^GIF8[79]a$/.test(ascii(view, 0, 6))) return null
  return { mediaType: 'image/gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function readJpeg(view: DataView): Header | null {
  if (view.getUint16(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { mediaType: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // A second marker byte of 0xff is padding; everything else before the frame has a length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return null
}

const ascii = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))

function base64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}
