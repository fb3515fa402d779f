import { encodeAbiParameters, getAddress, parseAbiParameters, toHex, type AbiParameter } from 'viem'
import { expect, test } from 'vitest'
import { decodeWords } from '../../shared/abi/decodeWords.ts'
import { encodeLists } from '../../shared/abi/encodeLists.ts'
import { createRandom } from '../support/random.ts'

const random = createRandom('encodeLists')
const address = () => getAddress(toHex(random.bits(160), { size: 20 }))
const list = <T>(make: () => T): T[] => Array.from({ length: random.below(6) }, make)
const inputs = parseAbiParameters('address[], uint256, uint24[], bool[], bytes32[], address')
const encode = (given: readonly AbiParameter[], args: readonly unknown[]) => encodeAbiParameters(given, args).slice(2)

test('encodes words and lists of words as a general encoder does, and decodes them', () => {
  for (let turn = 0; turn < 50; turn++) {
    const args = [
      list(address),
      random.bits(256),
      list(() => Number(random.bits(24))),
      list(() => random.below(2) === 1),
      list(() => toHex(random.bits(256), { size: 32 })),
      address(),
    ]
    const digits = encodeLists(inputs, args)
    expect(digits).toBe(encode(inputs, args))
    expect(decodeWords(inputs, `0x01020304${digits}`)).toEqual(args)
  }
})

test.each([
  ['uint8[]', [256]],
  ['uint8[]', 1],
  ['uint256', [1n]],
  ['uint256[][]', [[1n]]],
  ['uint256[2]', [1n, 2n]],
  ['string[]', ['a']],
  ['tuple[]', [{}]],
  ['address[]', ['0x12']],
  ['int24[]', [1]],
])('a %s of %s is for the general encoder', (type, value) => {
  expect(encodeLists([{ type }], [value])).toBeUndefined()
})

test('leaves other numbers of arguments, and what it does not decode, to others', () => {
  expect(encodeLists(inputs, [])).toBeUndefined()
  const other = parseAbiParameters('string')
  expect(decodeWords(other, `0x01020304${encode(other, ['a'])}`)).toBeUndefined()
  const nested = parseAbiParameters('uint256[][]')
  expect(decodeWords(nested, `0x01020304${encode(nested, [[[1n]]])}`)).toBeUndefined()
  expect(decodeWords([{ type: 'bool' }], `0x01020304${'0'.repeat(63)}2`)).toBeUndefined()
})
