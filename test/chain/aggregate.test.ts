import { decodeFunctionData, encodeFunctionData, encodeFunctionResult, getAddress, toHex, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { multicall3Abi } from '../../shared/abi/multicall3.ts'
import { decodeAggregate, encodeAggregate } from '../../shared/chain/aggregate.ts'
import { createRandom } from '../support/random.ts'

const random = createRandom('aggregate')
const abi = multicall3Abi
const functionName = 'aggregate3'
const bytes = (): Hex => random.bytes(random.below(100))
const list = <T>(make: () => T): T[] => Array.from({ length: random.below(10) }, make)
const flag = (): boolean => random.below(2) === 1
const encodeResults = (result: readonly { success: boolean; returnData: Hex }[]) =>
  encodeFunctionResult({ abi, functionName, result })

test('encodes calls and decodes results as a general codec does', () => {
  for (let turn = 0; turn < 100; turn++) {
    const calls = list(() => ({ target: random.address(), allowFailure: flag(), callData: bytes() }))
    expect(encodeAggregate(calls)).toBe(encodeFunctionData({ abi, functionName, args: [calls] }))
    const results = list(() => ({ success: flag(), returnData: bytes() }))
    expect(decodeAggregate(encodeResults(results))).toEqual(results)
  }
})

test('encodes an address in any case', () => {
  const target = getAddress(toHex(random.bits(160), { size: 20 }))
  const data = encodeAggregate([{ target, allowFailure: true, callData: '0x' }])
  expect(decodeFunctionData({ abi, data }).args).toEqual([[{ target, allowFailure: true, callData: '0x' }]])
})

test('decodes another layout of the same results, and digits in upper case', () => {
  const results = [{ success: true, returnData: '0xabcd' as const }]
  const data = encodeResults(results)
  expect(decodeAggregate(`0x${data.slice(2).toUpperCase()}`)).toEqual(results)
  // The list begins one word later.
  const word = (value: number) => value.toString(16).padStart(64, '0')
  expect(decodeAggregate(`0x${word(64)}${word(0)}${data.slice(66)}`)).toEqual(results)
})

test('throws for bytes that are cut off anywhere, or are not results', () => {
  const data = encodeResults([
    { success: true, returnData: `0x${'11'.repeat(40)}` },
    { success: false, returnData: '0x' },
  ])
  for (let bytesLeft = 0; bytesLeft < 32 * 9; bytesLeft += 16)
    expect(() => decodeAggregate(`0x${data.slice(2, 2 + 2 * bytesLeft)}`), `${bytesLeft} bytes`).toThrow()
  const far = 'f'.repeat(64)
  for (let index = 0; index < 6; index++) {
    const wrong: Hex = `0x${data.slice(2, 2 + 64 * index)}${far}${data.slice(66 + 64 * index)}`
    expect(() => decodeAggregate(wrong), `word ${index}`).toThrow()
  }
})
