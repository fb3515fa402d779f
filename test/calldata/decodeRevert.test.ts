import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Interface } from 'ethers'
import type { Abi } from 'viem'
import { describe, expect, it } from 'vitest'
import { contractErrors } from '../../shared/calldata/contractErrors.ts'
import { decodeRevert } from '../../shared/calldata/decodeRevert.ts'
import { fixOf } from '../../shared/calldata/revertFixes.ts'
import { OPERATIONS } from '../../schema/index.ts'
import { hex } from '../auth/support.ts'
import { sources, textOf } from '../laws/sources.ts'

const folder = path.resolve(import.meta.dirname, '../../shared/abi')
const isAbi = (value: unknown): value is Abi =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null && 'type' in item)

const signatures = (abi: Abi): string[] =>
  abi.flatMap((item) => (item.type === 'error' ? `${item.name}(${item.inputs.map(({ type }) => type).join()})` : []))

describe('decodeRevert', () => {
  it('names each custom error of each ABI', async () => {
    const files = readdirSync(folder).filter((file) => file !== 'contractErrors.ts')
    const modules: object[] = await Promise.all(files.map((file) => import(path.join(folder, file))))
    const errors = modules
      .flatMap((module) => Object.values(module))
      .filter(isAbi)
      .flatMap(signatures)
    expect(errors.length).toBeGreaterThan(10)
    expect(signatures(contractErrors)).toEqual(expect.arrayContaining(errors))
  })

  it('gives the arguments by name', () => {
    const data = new Interface([
      'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
    ]).encodeErrorResult('ERC20InsufficientBalance', [`0x${'11'.repeat(20)}`, 1n, 2n ** 255n])
    expect(decodeRevert(hex(data))).toEqual({
      name: 'ERC20InsufficientBalance',
      args: { sender: `0x${'11'.repeat(20)}`, balance: '1', needed: String(2n ** 255n) },
      message: `ERC20InsufficientBalance(sender 0x${'11'.repeat(20)}, balance 1, needed ${2n ** 255n})`,
      fix: 'Get more of the token, or send a smaller amount.',
    })
  })

  it('gives the text of a require, on one line and not endless', () => {
    const encode = (text: string) => hex(new Interface(['error Error(string)']).encodeErrorResult('Error', [text]))
    expect(decodeRevert(encode('Invalid bps'))).toEqual({
      name: 'Error',
      args: { message: 'Invalid bps' },
      message: 'Invalid bps',
      fix: null,
    })
    expect(decodeRevert(encode('Too little received')).fix).toMatch(/^The price has moved/)
    expect(decodeRevert(encode('a\n\nb\u202e'.repeat(1000))).message.length).toBeLessThanOrEqual(200)
    expect(decodeRevert(encode('a\nb')).message).toBe('a b')
  })

  it.each(['0x', '0x12', '0x12345678', '0x08c379a0', '0x08c379a0ffff', `0xe450d38c${'ff'.repeat(31)}`] as const)(
    'does not fail on %s',
    (data) => {
      expect(decodeRevert(data)).toMatchObject({ name: null, args: {} })
    },
  )
})

it('every revert that an issue of a builder names has a fix', () => {
  const named = sources('functions', 'shared').flatMap(({ text }) =>
    [...text.matchAll(/\breverts: (['"])(.+?)\1/g)].flatMap(([, , name]) => name ?? []),
  )
  const errors = new Set(contractErrors.flatMap((item) => ('name' in item ? item.name : [])))
  const fix = (name: string) => (errors.has(name) ? fixOf(name, '') : fixOf('Error', name))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => name !== 'Panic' && fix(name) === null)).toEqual([])
})

it('every operation that a fix names is one', () => {
  const ids = new Set(Object.values(OPERATIONS).flatMap((family) => Object.keys(family)))
  const named = ['shared/calldata/revertFixes.ts', 'schema/errorGuide/issueFixes.ts'].flatMap(
    (file) => textOf(file).match(/\b(build|get|list)[A-Z]\w+/g) ?? [],
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((id) => !ids.has(id))).toEqual([])
})
