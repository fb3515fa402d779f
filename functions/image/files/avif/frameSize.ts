import { malformed } from '../ImageFault.ts'

const SEQUENCE_HEADER = 1
const MAX_OBUS = 8

/**
 * The size of the frames that AV1 data decodes to, from its sequence header (AV1 specification, section 5.5): what a
 * decoder unpacks, whatever the file says around it. Throws ImageFault, or RangeError where the data ends too early.
 */
export function frameSize(data: Uint8Array): readonly [number, number] {
  const bits = new Bits(data)
  for (let i = 0; i < MAX_OBUS; i++) {
    bits.take(1)
    const type = bits.take(4)
    const [hasExtension, hasSize] = [bits.take(1), bits.take(1)]
    bits.take(1)
    if (hasExtension) bits.take(8)
    const length = hasSize ? bits.leb128() : 0
    if (type === SEQUENCE_HEADER) return readHeader(bits)
    if (!hasSize) break
    bits.skip(8 * length)
  }
  throw malformed('has image data that does not start with a sequence header')
}

function readHeader(bits: Bits): readonly [number, number] {
  bits.take(3)
  bits.take(1)
  if (bits.take(1)) bits.take(5)
  else skipOperatingPoints(bits)
  const [widthBits, heightBits] = [bits.take(4) + 1, bits.take(4) + 1]
  return [bits.take(widthBits) + 1, bits.take(heightBits) + 1]
}

/** Skips the fields before the size, in the header of a sequence that is not one still picture. */
function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0
  if (bits.take(1)) {
    bits.skip(64)
    if (bits.take(1)) bits.uvlc()
    if (bits.take(1)) {
      delayBits = bits.take(5) + 1
      bits.skip(42)
    }
  }
  const hasDelays = bits.take(1)
  for (let left = bits.take(5); left >= 0; left--) {
    bits.skip(12)
    if (bits.take(5) > 7) bits.take(1)
    if (delayBits > 0 && bits.take(1)) bits.skip(2 * delayBits + 1)
    if (hasDelays && bits.take(1)) bits.take(4)
  }
}

class Bits {
  readonly #data: Uint8Array
  #at = 0

  constructor(data: Uint8Array) {
    this.#data = data
  }

  skip(count: number): void {
    this.#at += count
  }

  /** Up to 16 bits. */
  take(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++, this.#at++) {
      const byte = this.#data[this.#at >> 3]
      if (byte === undefined) throw new RangeError('no more bits')
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
    }
    return value
  }

  /** Section 4.10.5; no length here is longer than four bytes. */
  leb128(): number {
    let value = 0
    for (let i = 0; i < 4; i++) {
      const byte = this.take(8)
      value += (byte & 0x7f) * 2 ** (7 * i)
      if (byte < 0x80) return value
    }
    throw malformed('has invalid image data')
  }

  /** Section 4.10.3: as many bits as zeros came before them. */
  uvlc(): void {
    let zeros = 0
    while (this.take(1) === 0) zeros += 1
    if (zeros < 32) this.skip(zeros)
  }
}
