import { Interface } from 'ethers'
import { bytesToHex, getAddress, parseAbi, type Address, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeStep } from '../../shared/calldata/encodeStep.ts'

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
const ROUNDS = 500

const bits = (count: number): bigint => BigInt(bytesToHex(crypto.getRandomValues(new Uint8Array(count / 8))))
/** Small and huge ones, and the bounds. */
const uint = (size: number): bigint =>
  [0n, 1n, 2n ** BigInt(size) - 1n, bits(size), bits(size) >> BigInt(Math.floor(Math.random() * size))][
    Math.floor(Math.random() * 5)
  ] ?? 0n
const address = (): Address => getAddress(bytesToHex(crypto.getRandomValues(new Uint8Array(20))))
const bytes = (): Hex => bytesToHex(crypto.getRandomValues(new Uint8Array(Math.floor(Math.random() * 100))))
const list = <T>(make: () => T): T[] => Array.from({ length: Math.floor(Math.random() * 10) }, make)
const flag = (): boolean => Math.random() < 0.5

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
