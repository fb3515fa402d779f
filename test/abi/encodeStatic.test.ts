import { encodeAbiParameters, getAddress, parseAbiParameters, toHex, type AbiParameter } from 'viem'
import { expect, test } from 'vitest'
import { encodeStatic } from '../../shared/abi/encodeStatic.ts'
import { createRandom } from '../support/random.ts'

const { bits: random } = createRandom('encodeStatic')
const address = () => getAddress(toHex(random(160), { size: 20 }))
const flat = parseAbiParameters('address, bool, bytes32, uint8, uint24, uint256')
const nested = parseAbiParameters('(address owner, (uint16 low, bool is) inner) pair, uint128')

const byViem = (inputs: readonly AbiParameter[], args: readonly unknown[]) => encodeAbiParameters(inputs, args).slice(2)

test('encodes words, and tuples of words, as a general encoder does', () => {
  for (let turn = 0; turn < 50; turn++) {
    const word = toHex(random(256), { size: 32 })
    const isOdd = random(1) === 1n
    const args = [address(), isOdd, word, Number(random(8)), Number(random(24)), random(256)]
    expect(encodeStatic(flat, args)).toBe(byViem(flat, args))
    const pair = { owner: address(), inner: { low: Number(random(16)), is: isOdd } }
    for (const own of [pair, [pair.owner, [pair.inner.low, pair.inner.is]]])
      expect(encodeStatic(nested, [own, random(120)])).toHaveLength(4 * 64)
    expect(encodeStatic(nested, [pair, 7n])).toBe(byViem(nested, [pair, 7n]))
  }
  expect(encodeStatic([], [])).toBe('')
  expect(encodeStatic(flat.slice(0, 1), [address().toLowerCase()])).toHaveLength(64)
})

test.each([
  ['uint8', 256],
  ['uint8', -1],
  ['uint8', 1.5],
  ['uint256', 2n ** 256n],
  ['uint256', -1n],
  ['uint256', '1'],
  ['uint64', 2 ** 60],
  ['bool', 1],
  ['bytes32', '0x12'],
  ['bytes32', `0x${'zz'.repeat(32)}`],
  ['address', '0x12'],
  ['address', '0xD8da6BF26964aF9D7eEd9e03E53415D37aA96045'],
  ['address', null],
])('a %s of %s is for the general encoder to refuse', (type, value) => {
  expect(encodeStatic([{ type }], [value])).toBeUndefined()
})

test('leaves other types, and other numbers of arguments, to others', () => {
  for (const [type, value] of [
    ['int24', 1],
    ['bytes4', '0x01020304'],
    ['string', 'a'],
    ['bytes', '0x'],
    ['uint256[]', [1n]],
    ['uint256[2]', [1n, 2n]],
    ['tuple', null],
  ] as const)
    expect(encodeStatic([{ type }], [value])).toBeUndefined()
  expect(encodeStatic(flat, [])).toBeUndefined()
  expect(encodeStatic(nested, [{ owner: address() }, 1n])).toBeUndefined()
})
