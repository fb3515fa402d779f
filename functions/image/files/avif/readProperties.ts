import { malformed } from '../ImageFault.ts'
import { type Box, Fields, oneOf, readBoxes } from './boxes.ts'

/** Size of one item, and its rotation in quarter turns (ISO/IEC 23008-12, section 6.5). */
export interface Properties {
  readonly size: readonly [number, number] | undefined
  readonly quarterTurns: number
}

const MAX_PROPERTIES = 512
const MAX_ASSOCIATIONS = 512

/** The properties of each item, by its id. Throws ImageFault, or RangeError where a box ends too early. */
export function readProperties(bytes: Uint8Array, meta: readonly Box[]): Map<number, Properties> {
  const iprp = oneOf(meta, 'iprp')
  const inside = readBoxes(bytes, iprp.start, iprp.end)
  const { start, end } = oneOf(inside, 'ipco')
  const all = readBoxes(bytes, start, end)
  if (all.length > MAX_PROPERTIES) throw malformed('has too many properties')
  const found = new Map<number, Properties>()
  for (const { id, indices } of inside
    .filter(({ type }) => type === 'ipma')
    .flatMap((box) => associations(bytes, box))) {
    const own = indices.flatMap((index) => all[index - 1] ?? [])
    const [ispe, another] = own.filter(({ type }) => type === 'ispe')
    if (another || found.has(id)) throw malformed('declares two sizes for one item')
    const irot = own.find(({ type }) => type === 'irot')
    found.set(id, {
      size: ispe && sizeOf(bytes, ispe),
      quarterTurns: irot ? new Fields(bytes, irot).take(1) & 3 : 0,
    })
  }
  return found
}

function sizeOf(bytes: Uint8Array, ispe: Box): readonly [number, number] {
  const fields = new Fields(bytes, ispe)
  fields.full()
  return [fields.take(4), fields.take(4)]
}

function associations(bytes: Uint8Array, ipma: Box): { id: number; indices: number[] }[] {
  const fields = new Fields(bytes, ipma)
  const { version, flags } = fields.full()
  const count = fields.take(4)
  if (count > MAX_ASSOCIATIONS) throw malformed('has too many properties')
  return Array.from({ length: count }, () => {
    const id = fields.take(version < 1 ? 2 : 4)
    const isWide = (flags & 1) !== 0
    const length = fields.take(1)
    const indices = Array.from({ length }, () => fields.take(isWide ? 2 : 1) & (isWide ? 0x7fff : 0x7f))
    return { id, indices }
  })
}
