import { describe, expect, it } from 'vitest'
import { selectorsIn } from '../../shared/chain/createCodeReader.ts'

describe('selectorsIn', () => {
  it('finds what PUSH4 pushes', () => {
    // CALLDATALOAD, DUP1, PUSH4 70a08231, EQ, PUSH1 20, JUMPI, PUSH4 A9059CBB
    expect([...selectorsIn('0x35806370a082311460205763A9059CBB')]).toEqual(['0x70a08231', '0xa9059cbb'])
  })

  it('finds nothing in what another instruction pushes, nor across two', () => {
    // PUSH6 with a PUSH4 inside; PUSH1 63 and then other instructions
    expect([...selectorsIn('0x656370a0823114'), ...selectorsIn('0x606370a08231')]).toEqual([])
  })

  it('takes code that ends early, and none', () => {
    expect([...selectorsIn('0x')]).toEqual([])
    expect([...selectorsIn('0x7f0102')]).toEqual([])
  })
})
