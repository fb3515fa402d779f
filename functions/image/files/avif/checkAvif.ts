import { MAX_PIXELS, requireSize } from '../bounds.ts'
import type { Picture } from '../CheckedImage.ts'
import { ImageFault, malformed, notSupported } from '../ImageFault.ts'
import { type Box, Fields, oneOf, readBoxes } from './boxes.ts'
import { frameSize } from './frameSize.ts'
import { type Extent, type Item, readItems } from './readItems.ts'
import { readProperties } from './readProperties.ts'

const TOP = ['ftyp', 'meta', 'mdat', 'free', 'skip']
/** Metadata: Exif, and XMP or another document. */
const METADATA = ['Exif', 'mime', 'uri ']
const ANIMATED = 'is animated; send a still image'
/** A picture may have an alpha plane, a gain map and a thumbnail beside it, and tiles may go over its edge. */
const MAX_CODED_PIXELS = 4 * MAX_PIXELS

/**
 * A still AVIF (AV1 Image File Format 1.1). No place in it moves: metadata items become items of no kind, and their data
 * zeros, like every byte of data that no picture needs. Throws ImageFault, or RangeError where a box ends too early.
 */
export function checkAvif(bytes: Uint8Array): Picture<'image/avif'> {
  const top = readBoxes(bytes, 0, bytes.length)
  if (top.some(({ type }) => type === 'moov') || top[0]?.type !== 'ftyp') throw notSupported(ANIMATED)
  const other = top.find(({ type }) => !TOP.includes(type))
  if (other) throw malformed('has a box that is not allowed in a still image')
  requireBrands(bytes, oneOf(top, 'ftyp'))
  const { start, end } = oneOf(top, 'meta')
  // Its boxes come after its version and flags.
  const meta = readBoxes(bytes, start + 4, end)
  const data = top.filter(({ type }) => type === 'mdat')
  const items = readItems(bytes, meta, data)
  const properties = readProperties(bytes, meta)
  const pitm = new Fields(bytes, oneOf(meta, 'pitm'))
  const primary = items.get(pitm.take(4) >>> 24 === 0 ? pitm.take(2) : pitm.take(4))
  const { size, quarterTurns } = properties.get(primary?.id ?? -1) ?? { size: undefined, quarterTurns: 0 }
  if (!primary || !size) throw malformed('does not declare its primary image or the size of that image')
  if (primary.type !== 'av01' && primary.type !== 'grid') throw notSupported('is not encoded in AV1')
  requireSize(...size)
  for (const { size: own } of properties.values()) if (own) requireSize(...own)
  requireFrames(bytes, [...items.values()], { primary, size })
  const idat = meta.filter(({ type }) => type === 'idat')
  const shown = quarterTurns % 2 === 0 ? size : ([size[1], size[0]] as const)
  return {
    contentType: 'image/avif',
    width: shown[0],
    height: shown[1],
    parts: [cleaned(bytes, { items: [...items.values()], data: [...data, ...idat], unused: [...top, ...meta] })],
  }
}

function requireBrands(bytes: Uint8Array, ftyp: Box): void {
  const fields = new Fields(bytes, ftyp)
  const major = fields.type()
  fields.take(4)
  const brands = [major]
  while (fields.at < ftyp.end - ftyp.start && brands.length < 32) brands.push(fields.type())
  if (major === 'avis') throw notSupported(ANIMATED)
  if (!brands.includes('avif')) throw notSupported('is not an AVIF image')
}

/** Throws ImageFault where frames are of another size than the file says, or all together too large. */
function requireFrames(
  bytes: Uint8Array,
  items: readonly Item[],
  { primary, size: [width, height] }: { primary: Item; size: readonly [number, number] },
): void {
  let pixels = 0
  for (const { id, type, extents } of items) {
    if (type !== 'av01') continue
    const [first] = extents
    const own = frameSize(first ? bytes.subarray(first.from, first.to) : new Uint8Array())
    requireSize(...own)
    if (id === primary.id && (own[0] !== width || own[1] !== height))
      throw malformed('has an image of a different size than it declares')
    pixels += own[0] * own[1]
  }
  if (pixels === 0) throw malformed('does not contain an image')
  if (pixels > MAX_CODED_PIXELS) throw new ImageFault('image_too_large', 'has images that are together too large')
}

interface Layout {
  readonly items: readonly Item[]
  readonly data: readonly Box[]
  /** Boxes among which some are for nothing. */
  readonly unused: readonly Box[]
}

/** A copy with only the data that pictures need, and without metadata. */
function cleaned(bytes: Uint8Array, { items, data, unused }: Layout): Uint8Array {
  const copy = bytes.slice()
  const isMetadata = ({ type }: Item) => METADATA.includes(type)
  const kept = items.flatMap((item) => (isMetadata(item) ? [] : item.extents)).toSorted((a, b) => a.from - b.from)
  for (const box of data) clearBetween(copy, box, kept)
  for (const { type, start, end } of unused) if (type === 'free' || type === 'skip') copy.fill(0, start, end)
  for (const item of items) if (isMetadata(item)) copy.set(new TextEncoder().encode('free'), item.typeAt)
  return copy
}

function clearBetween(bytes: Uint8Array, { start, end }: Box, kept: readonly Extent[]): void {
  let at = start
  for (const { from, to } of kept) {
    if (from >= end || to <= start) continue
    if (from > at) bytes.fill(0, at, from)
    at = Math.max(at, to)
  }
  bytes.fill(0, at, end)
}
