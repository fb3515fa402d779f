import { getAddress, size, sliceHex, type Address, type Hex } from 'viem'

/** The `index`th word of a result or of a log's data as an unsigned integer; null if that is shorter. */
export const wordAt = (bytes: Hex, index: number): bigint | null =>
  size(bytes) < 32 * (index + 1) ? null : BigInt(sliceHex(bytes, 32 * index, 32 * (index + 1)))

/** The address in an indexed topic of a log; null for one with other bytes before it. */
export const addressIn = (topic: Hex | undefined): Address | null =>
  topic !== undefined && size(topic) === 32 && /^0x0{24}/.test(topic) ? getAddress(sliceHex(topic, 12)) : null
