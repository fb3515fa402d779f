import { ascii, viewOf } from '../../../../shared/imaging/Still.ts'
import { malformed } from '../ImageFault.ts'

/** A box of the ISO base media file format (ISO/IEC 14496-12, section 4.2): its content, from `start` to `end` in the file. */
export interface Box {
  readonly type: string
  readonly start: number
  readonly end: number
}

const MAX_BOXES = 1024

/** The boxes that fill a part of a file from one end to the other. Throws ImageFault. */
export function readBoxes(bytes: Uint8Array, from: number, to: number): Box[] {
  const view = viewOf(bytes)
  const boxes: Box[] = []
  for (let at = from; at < to;) {
    if (to - at < 8 || boxes.length === MAX_BOXES) throw malformed('has invalid or too many boxes')
    const short = view.getUint32(at)
    const isLong = short === 1
    if (isLong && view.getUint32(at + 8) !== 0) throw malformed('has a box that is longer than the file')
    const size = isLong ? view.getUint32(at + 12) : short
    const end = at + size
    // A box of no size would be read again and again; one that goes on "to the end" hides what follows.
    if (size < (isLong ? 16 : 8) || end > to) throw malformed('has a box that is longer than the file, or has no size')
    boxes.push({ type: ascii(bytes, at + 4, 4), start: at + (isLong ? 16 : 8), end })
    at = end
  }
  return boxes
}

/** The one box of a type. Throws ImageFault. */
export function oneOf(boxes: readonly Box[], type: string): Box {
  const [found, second] = boxes.filter((box) => box.type === type)
  if (!found || second) throw malformed(`does not have exactly one ${type} box`)
  return found
}

/** Reads fields one after the other; past the end of the box it throws RangeError. */
export class Fields {
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array, { start, end }: Box) {
    this.#view = viewOf(bytes.subarray(start, end))
  }

  /** Offset of the next field in the file. */
  get at(): number {
    return this.#at
  }

  /** An unsigned integer of 0, 1, 2, 4 or 8 bytes; of eight the upper four must be zero. */
  take(size: number): number {
    const at = this.#at
    this.#at += size
    if (size === 0) return 0
    if (size === 1) return this.#view.getUint8(at)
    if (size === 2) return this.#view.getUint16(at)
    if (size === 4) return this.#view.getUint32(at)
    if (size !== 8 || this.#view.getUint32(at) !== 0) throw malformed('has a number that is too large')
    return this.#view.getUint32(at + 4)
  }

  /** Four characters. */
  type(): string {
    const code = this.take(4)
    return String.fromCharCode(code >>> 24, (code >>> 16) & 255, (code >>> 8) & 255, code & 255)
  }

  /** Version and flags: the first fields of many boxes. */
  full(): { version: number; flags: number } {
    const word = this.take(4)
    return { version: word >>> 24, flags: word & 0xffffff }
  }
}
