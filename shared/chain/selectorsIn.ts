import type { Hex } from 'viem'

const PUSH1 = 0x60
const PUSH4 = 0x63
const PUSH32 = 0x7f

/**
 * The 4-byte values that a contract's code pushes, among them the selector of every function that it dispatches to. The
 * operands of other push instructions are skipped (Yellow Paper, appendix H), so that no value is found across two of
 * them.
 */
export function selectorsIn(code: Hex): Set<Hex> {
  const found = new Set<Hex>()
  for (let at = 2; at < code.length; at += 2) {
    const opcode = parseInt(code.slice(at, at + 2), 16)
    if (opcode === PUSH4) found.add(`0x${code.slice(at + 2, at + 10).toLowerCase()}`)
    if (opcode >= PUSH1 && opcode <= PUSH32) at += 2 * (opcode - PUSH1 + 1)
  }
  return found
}
