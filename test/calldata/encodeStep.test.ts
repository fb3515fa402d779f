import { Interface } from 'ethers'
import { parseAbi, type Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeStep } from '../../shared/calldata/encodeStep.ts'
import { createRandom } from '../support/random.ts'
import { soak } from '../support/soak.ts'

/** Shapes of arguments that builders encode: static, arrays, dynamic bytes, an overload, an unnamed argument, a tuple. */
const SIGNATURES = [
  'function lock(address token, uint256 amount, uint256 duration)',
  'function vote(address[] vaults, uint256[] weights)',
  'function submitBid(uint256 maxPrice, uint128 amount, address owner, bytes hookData) payable',
  'function submitBid(uint256 maxPrice, uint128 amount, address owner, uint256 prevTickPrice, bytes hookData) payable',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function setActive(bool active)',
  'function setAutoFeeTier(bool)',
  'function report(int256 delta, (address who, uint24 fee)[] parts, string note)',
] as const
const abi = parseAbi(SIGNATURES)
const other = new Interface(SIGNATURES)

const to = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ROUNDS = soak(100, 5000)

const random = createRandom('encodeStep')
const { uint, address } = random
const bytes = () => random.bytes(random.below(100))
const list = <T>(make: () => T): T[] => Array.from({ length: random.below(10) }, make)
const flag = (): boolean => random.below(2) === 1

describe('encodeStep', () => {
  it.each([
    ['lock', () => [address(), uint(256), uint(256)] as const],
    ['vote', () => [list(address), list(() => uint(256))] as const],
    ['submitBid', () => [uint(256), uint(128), address(), bytes()] as const],
    ['submitBid', () => [uint(256), uint(128), address(), uint(256), bytes()] as const],
    ['approve', () => [address(), address(), uint(160), Number(uint(48))] as const],
    ['setActive', () => [flag()] as const],
    ['setAutoFeeTier', () => [flag()] as const],
    [
      'report',
      () => [uint(248) - uint(248), list(() => ({ who: address(), fee: Number(uint(24)) })), bytes()] as const,
    ],
  ] as const)('encodes %s as another library does, and reads the same back', (functionName, make) => {
    for (let round = 0; round < ROUNDS; round++) {
      const args = make()
      const step = encodeStep({ to, abi, functionName, args, describe: (decoded) => JSON.stringify(decoded, plain) })
      const fragment = other.fragments.find(
        (f) => f.format().startsWith(`${functionName}(`) && f.inputs.length === args.length,
      )
      expect(step.function).toBe(fragment?.format())
      expect(step.data).toBe(other.encodeFunctionData(step.function, [...args]))
      expect(step.description).toBe(JSON.stringify(args, plain))
      expect(Object.values(step.args)).toEqual(JSON.parse(JSON.stringify(args, plain)))
    }
  })

  it('names arguments by the ABI, and by position where it has no name', () => {
    expect(encodeStep({ to, abi, functionName: 'lock', args: [to, 1n, 2n], describe: () => '' }).args).toEqual({
      token: to,
      amount: '1',
      duration: '2',
    })
    expect(encodeStep({ to, abi, functionName: 'setAutoFeeTier', args: [true], describe: () => '' }).args).toEqual({
      arg0: true,
    })
  })

  it('gives addresses with their checksum, whatever it was given', () => {
    const lower: Address = `0x${to.slice(2).toLowerCase()}`
    const step = encodeStep({
      to: lower,
      abi,
      functionName: 'lock',
      args: [lower, 1n, 2n],
      describe: ([token]) => token,
    })
    expect(step).toMatchObject({ to, args: { token: to }, description: to })
  })

  it('refuses what does not fit the ABI', () => {
    expect(() =>
      encodeStep({ to, abi, functionName: 'submitBid', args: [1n, 2n ** 128n, to, '0x'], describe: () => '' }),
    ).toThrow()
    expect(() => encodeStep({ to, abi, functionName: 'lock', args: [to, -1n, 2n], describe: () => '' })).toThrow()
  })
})

const plain = (_: string, value: unknown) =>
  typeof value === 'bigint' || typeof value === 'number' ? String(value) : value
