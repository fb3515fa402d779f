import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileSolidity } from '../../platform/compile.ts'

const header = '// SPDX-License-Identifier: MIT\npragma solidity ^0.8.27;\n'
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'compile-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, header + text)
  return file
}

/** A source that no earlier run has left in the cache. */
const fresh = (name: string) => `contract ${name} { uint256 public constant made = ${Date.now()}; }`

describe('happy', () => {
  test('two compiles of the same sources at once agree, and the next one is answered from the cache', async () => {
    const file = await write('Twice.sol', fresh('Twice'))
    const lines: string[] = []
    const options = { sources: [file], onProgress: (line: string) => lines.push(line) }
    const [one, other] = await Promise.all([compileSolidity(options), compileSolidity(options)])
    expect(one).toEqual(other)
    expect(Object.keys(one)).toEqual(['Twice'])
    expect(one['Twice']?.deployedBytecode).toMatch(/^0x[0-9a-f]{40,}$/)
    expect(lines.length).toBeGreaterThan(0)
    lines.length = 0
    expect(await compileSolidity(options)).toEqual(one)
    expect(lines).toEqual([])
  })

  test('a change in an imported file is seen; contracts of imports are not among the results', async () => {
    const user = await write('User.sol', 'import {Base} from "./Base.sol"; contract User is Base {}')
    await write('Base.sol', 'contract Base { uint256 public constant made = 1; }')
    const before = await compileSolidity({ sources: [user] })
    await write('Base.sol', 'contract Base { uint256 public constant made = 2; }')
    const after = await compileSolidity({ sources: [user] })
    expect(Object.keys(after)).toEqual(['User'])
    expect(after['User']?.bytecode).not.toBe(before['User']?.bytecode)
  })
})

describe('error', () => {
  test('a fault in the source is reported in the compiler’s words, and not cached', async () => {
    const file = await write('Broken.sol', 'contract Broken { function f() external { nothing(); } }')
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(compileSolidity({ sources: [file] })).rejects.toThrow(/Undeclared identifier/)
    }
  })

  test('a missing import is named', async () => {
    const file = await write('Lost.sol', 'import {Nowhere} from "./Nowhere.sol"; contract Lost {}')
    await expect(compileSolidity({ sources: [file] })).rejects.toThrow(/Nowhere\.sol/)
  })

  test('two contracts of one name are refused', async () => {
    const one = await write('One.sol', fresh('Same'))
    const two = await write('Two.sol', fresh('Same'))
    await expect(compileSolidity({ sources: [one, two] })).rejects.toThrow(/another contract is named Same too/)
  })
})
