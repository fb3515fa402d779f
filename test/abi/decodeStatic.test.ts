import {
  decodeAbiParameters,
  decodeFunctionResult,
  encodeAbiParameters,
  getAddress,
  parseAbi,
  toHex,
  type Hex,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeResult } from '../../shared/chain/decode.ts'
import { decodeStatic } from '../../shared/abi/decodeStatic.ts'
import { createRandom } from '../support/random.ts'

const word = (value: bigint): Hex => toHex(BigInt.asUintN(256, value), { size: 32 })
const { bits: random } = createRandom('decodeStatic')

test('decodes what an encoder encodes, as a general decoder does', () => {
  for (let turn = 0; turn < 50; turn++) {
    for (const bits of [8, 16, 24, 48, 56, 128, 160, 256]) {
      const unsigned = random(bits)
      const signed = BigInt.asIntN(bits, random(bits))
      for (const [type, value] of [
        [`uint${bits}`, unsigned],
        [`int${bits}`, signed],
      ] as const) {
        const data = encodeAbiParameters([{ type }], [value])
        expect(decodeStatic(type, data)).toBe(decodeAbiParameters([{ type }], data)[0])
      }
    }
    const address = getAddress(toHex(random(160), { size: 20 }))
    expect(decodeStatic('address', encodeAbiParameters([{ type: 'address' }], [address]))).toBe(address)
    const bytes = word(random(256))
    expect(decodeStatic('bytes32', bytes)).toBe(bytes)
  }
  expect([decodeStatic('bool', word(0n)), decodeStatic('bool', word(1n))]).toEqual([false, true])
})

test.each([
  ['bool', word(2n)],
  ['bool', word(-1n)],
  ['address', word(2n ** 160n)],
  ['uint8', word(256n)],
  ['uint16', word(-1n)],
  ['int24', word(2n ** 23n)],
  ['int24', word(-(2n ** 23n) - 1n)],
  ['uint160', word(2n ** 160n)],
])('is null where a word is no %s: %s', (type, given) => expect(decodeStatic(type, given)).toBeNull())

test('leaves other types to others', () => {
  for (const type of ['string', 'bytes', 'bytes4', 'uint256[]', 'tuple', 'function'])
    expect(decodeStatic(type, word(1n))).toBeUndefined()
})

test('several words are a result as a general decoder gives it, and none if one does not fit', () => {
  const abi = parseAbi(['function slot0() view returns (uint160 price, int24 tick, bool unlocked, address owner)'])
  const [item] = abi
  const values = [random(160), -887_272, true, getAddress(toHex(random(160), { size: 20 }))] as const
  const data = encodeAbiParameters(item.outputs, values)
  expect(decodeResult(item, data)).toEqual(values)
  expect(decodeResult(item, data)).toEqual(decodeFunctionResult({ abi, data }))
  expect(decodeResult(item, `${data}${'00'.repeat(32)}`)).toEqual(values)
  expect(decodeResult(item, `0x${data.slice(2, -64)}`)).toBeNull()
  expect(decodeResult(item, `0x${'ff'.repeat(32)}${data.slice(66)}`)).toBeNull()
})

test('a word after a result of several words is not taken for another one', () => {
  const abi = parseAbi(['function pair() view returns (uint8[2] both, bool last)'])
  const [item] = abi
  const data = encodeAbiParameters(item.outputs, [[7, 9], true])
  expect(decodeResult(item, data)).toEqual([[7, 9], true])
})
