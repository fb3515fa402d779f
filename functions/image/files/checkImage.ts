import { readGif } from '../../../shared/imaging/readGif.ts'
import { ascii, viewOf } from '../../../shared/imaging/Still.ts'
import { checkAvif } from './avif/checkAvif.ts'
import { requireSize } from './bounds.ts'
import type { CheckedImage, ImageType, Picture } from './CheckedImage.ts'
import { checkJpeg } from './checkJpeg.ts'
import { checkPng } from './checkPng.ts'
import { checkWebp } from './checkWebp.ts'
import { malformed, notSupported } from './ImageFault.ts'
import { Buffer } from 'node:buffer'

/** By their first bytes, whatever a name or a header says. */
const MAGIC: readonly (readonly [ImageType | 'image/gif', (bytes: Uint8Array) => boolean])[] = [
  ['image/png', (bytes) => ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes) => ascii(bytes, 0, 3) === '\xff\xd8\xff'],
  ['image/webp', (bytes) => ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP'],
  ['image/avif', (bytes) => ascii(bytes, 4, 4) === 'ftyp' && /avi[fs]/.test(ascii(bytes, 8, 64))],
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(ascii(bytes, 0, 6))],
]

/** Type of a file by its first bytes; undefined if unknown. */
const typeOf = (bytes: Uint8Array): ImageType | 'image/gif' | undefined => MAGIC.find(([, isOf]) => isOf(bytes))?.[0]

const NOT_AN_IMAGE = 'is not a PNG, JPEG, WebP or AVIF; SVG and other formats are not supported'

/**
 * Checks a PNG, JPEG, WebP or AVIF from its first byte to its last: what it is by its own bytes, its structure and size,
 * that it unpacks to no more than its size says, and that nothing follows it. Answers the same picture without metadata.
 * The time that this takes is bounded by the length of the file and by MAX_PIXELS. Throws ImageFault.
 */
export async function checkImage(bytes: Uint8Array): Promise<CheckedImage> {
  const type = typeOf(bytes)
  if (type === undefined || type === 'image/gif') throw notSupported(NOT_AN_IMAGE)
  return toFile(await whole(() => CHECKS[type](bytes)))
}

/** The same for pictures of others' sites, where GIF is common: its first frame is taken. Throws ImageFault. */
export async function checkExternalImage(bytes: Uint8Array): Promise<CheckedImage<ImageType | 'image/gif'>> {
  if (typeOf(bytes) !== 'image/gif') return checkImage(bytes)
  const { width, height, parts } = (await whole(() => readGif(bytes))) ?? notAGif()
  requireSize(width, height)
  // Viewers reserve its logical screen, which may be larger than its frame (GIF89a, section 18).
  const view = viewOf(bytes)
  requireSize(view.getUint16(6, true), view.getUint16(8, true))
  return toFile({ contentType: 'image/gif', width, height, parts })
}

const CHECKS: Readonly<Record<ImageType, (bytes: Uint8Array) => Picture | Promise<Picture>>> = {
  'image/png': checkPng,
  'image/jpeg': checkJpeg,
  'image/webp': checkWebp,
  'image/avif': checkAvif,
}

function notAGif(): never {
  throw malformed('is not a complete GIF')
}

/** A field that a file is too short for is a broken file. */
async function whole<T>(check: () => T | Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof RangeError) throw malformed('is truncated')
    throw error
  }
}

function toFile<T extends string>({ parts, ...picture }: Picture<T>): CheckedImage<T> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return { ...picture, bytes }
}

/** Base64 as a file may be sent: without its `data:` prefix and its line ends, in the standard alphabet, with its padding. */
export function plainBase64(text: string): string {
  const plain = text
    .replace(/^data:[\w.+/-]{0,128};base64,/, '')
    .replaceAll(/[\r\n]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')
}

/**
 * The bytes of base64 (RFC 4648, section 4) with its padding; null for anything else: other characters, line breaks, and
 * last characters with bits that mean nothing, by which one file would have several spellings.
 */
export function decodeBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  // It skips what it does not know. Encoding again takes a fifth of the time that an expression takes over the text.
  if (bytes.toString('base64') !== text) return null
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
