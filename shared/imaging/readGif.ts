import { ascii, type Still, viewOf } from './Still.ts'

const EXTENSION = 0x21
const CONTROL = 0xf9
const IMAGE = 0x2c
const TRAILER = Uint8Array.of(0x3b)

/**
 * The first frame of a GIF, alone; null for anything else, and for a broken structure. A frame has its own size, which
 * is the one decoded: it must lie within the screen. Source: GIF89a sections 17 to 27.
 */
export function readGif(bytes: Uint8Array): Still | null {
  if (bytes.length < 14 || !/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return null
  const view = viewOf(bytes)
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  const start = 13 + tableBytes(view.getUint8(10))
  let control = new Uint8Array()
  for (let at = start; at + 2 < bytes.length;) {
    const kind = bytes[at]
    if (kind === EXTENSION) {
      const end = skipBlocks(bytes, at + 2)
      if (end === null) return null
      if (bytes[at + 1] === CONTROL && end - at === 8) control = bytes.slice(at, end)
      at = end
      continue
    }
    if (kind !== IMAGE || at + 11 > bytes.length) return null
    const [left, top, width, height] = [1, 3, 5, 7].map((offset) => view.getUint16(at + offset, true))
    if (left === undefined || top === undefined || width === undefined || height === undefined) return null
    if (left + width > screen.width || top + height > screen.height) return null
    const data = at + 10 + tableBytes(view.getUint8(at + 9))
    // The length of the first codes, in bits (appendix F).
    const codeSize = bytes[data] ?? 0
    const end = codeSize < 2 || codeSize > 8 ? null : skipBlocks(bytes, data + 1)
    if (end === null) return null
    const parts = [bytes.subarray(0, start), control, bytes.subarray(at, end), TRAILER]
    return { mediaType: 'image/gif', width, height, decodedBytes: 4 * width * height, parts }
  }
  return null
}

/** Bytes of the colour table that a packed field announces. */
const tableBytes = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1))

/** End of the sub-blocks from here on; null if the file ends first. */
function skipBlocks(bytes: Uint8Array, from: number): number | null {
  for (let at = from; at < bytes.length;) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return null
}
