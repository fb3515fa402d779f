import { malformed, notSupported } from '../ImageFault.ts'
import { type Box, Fields, oneOf } from './boxes.ts'

/** Bytes of the file, from one place to another. */
export interface Extent {
  readonly from: number
  readonly to: number
}

/** An item of the meta box (ISO/IEC 14496-12, section 8.11). */
export interface Item {
  readonly id: number
  readonly type: string
  /** Offset of its type in the file. */
  readonly typeAt: number
  readonly extents: readonly Extent[]
}

const MAX_ITEMS = 256
const MAX_EXTENTS = 1024

/** The items by their ids, each within the boxes of data. Throws ImageFault, or RangeError where a box ends too early. */
export function readItems(bytes: Uint8Array, meta: readonly Box[], data: readonly Box[]): Map<number, Item> {
  const extents = readExtents(bytes, meta, data)
  const iinf = oneOf(meta, 'iinf')
  const fields = new Fields(bytes, iinf)
  const { version } = fields.full()
  const count = fields.take(version === 0 ? 2 : 4)
  if (count < 1 || count > MAX_ITEMS) throw malformed(`has ${count} items; 1 to ${MAX_ITEMS} are allowed`)
  const items = new Map<number, Item>()
  for (let i = 0, at = iinf.start + fields.at; i < count; i++) {
    const size = new Fields(bytes, { type: '', start: at, end: iinf.end }).take(4)
    if (size < 8 || at + size > iinf.end) throw malformed('has an invalid list of items')
    const item = readItem(bytes, { type: 'infe', start: at + 8, end: at + size }, extents)
    if (items.has(item.id)) throw malformed('has two items with the same id')
    items.set(item.id, item)
    at += size
  }
  return items
}

function readItem(bytes: Uint8Array, box: Box, extents: ReadonlyMap<number, readonly Extent[]>): Item {
  const fields = new Fields(bytes, box)
  const { version } = fields.full()
  if (version !== 2 && version !== 3) throw notSupported('uses an item version that AVIF does not allow')
  const id = fields.take(version === 2 ? 2 : 4)
  const isProtected = fields.take(2) !== 0
  if (isProtected) throw notSupported('is encrypted')
  const typeAt = box.start + fields.at
  return { id, type: fields.type(), typeAt, extents: extents.get(id) ?? [] }
}

/** Extents of each item's data (section 8.11.3). */
function readExtents(bytes: Uint8Array, meta: readonly Box[], data: readonly Box[]): Map<number, Extent[]> {
  const fields = new Fields(bytes, oneOf(meta, 'iloc'))
  const { version } = fields.full()
  if (version > 2) throw notSupported('uses a version of the item location box that is not supported')
  const [sizes, more] = [fields.take(1), fields.take(1)]
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, more >> 4]
  const indexSize = version === 0 ? 0 : more & 15
  const count = fields.take(version < 2 ? 2 : 4)
  if (count > MAX_ITEMS) throw malformed(`has ${count} items; at most ${MAX_ITEMS} are allowed`)
  const idat = meta.find(({ type }) => type === 'idat')
  const byItem = new Map<number, Extent[]>()
  let total = 0
  for (let i = 0; i < count; i++) {
    const id = fields.take(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : fields.take(2) & 15
    const isElsewhere = fields.take(2) !== 0
    if (isElsewhere || method > 1 || (method === 1 && !idat)) throw notSupported('refers to data outside the file')
    const base = fields.take(baseSize) + (method === 1 ? (idat?.start ?? 0) : 0)
    const of: Extent[] = []
    for (let left = fields.take(2); left > 0; left--) {
      total += 1
      if (total > MAX_EXTENTS) throw malformed('has an item in too many extents')
      fields.take(indexSize)
      const from = base + fields.take(offsetSize)
      const to = from + fields.take(lengthSize)
      const within = method === 1 && idat ? [idat] : data
      if (to <= from || !within.some(({ start, end }) => from >= start && to <= end))
        throw malformed('has an item whose data is missing from the file')
      of.push({ from, to })
    }
    if (byItem.has(id)) throw malformed('has two items with the same id')
    byItem.set(id, of)
  }
  return byItem
}
