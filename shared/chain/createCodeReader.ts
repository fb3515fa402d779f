import type { RpcReply } from './RpcCall.ts'
import { isHex, size, sliceHex, type Address, type Hex } from 'viem'
import { IMPLEMENTATION_SLOT } from '../abi/standards.ts'
import type { Memory } from '../cache/Memory.ts'
import type { Describe, Resolved, Shape } from './calls.ts'
import type { AsOf, Chain } from './chain.ts'
import { ofChain } from './rpc.ts'

/** The requested selectors that the code at an address contains; null if no node gave the code. */
export type Selectors = ReadonlySet<Hex> | 'no code' | null

/**
 * `chain.read` together with the code at an address, in one upstream request; only the read while the code is known.
 * Throws what chain.read throws.
 */
export type ReadWithCode = <S extends Shape>(
  address: Address,
  description: (describe: Describe) => S,
) => Promise<{ value: Resolved<S>; asOf: AsOf; selectors: Selectors }>

/** The code of a minimal proxy (EIP-1167). */
const MINIMAL_PROXY = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/i

/** How long code is assumed not to change. */
const KEEP_MS = 3_600_000
/** Share of the isolate's memory. */
const KEPT_BYTES = 1024 * 1024
const SELECTOR_BYTES = 64

/**
 * Reads which of some functions a contract has: from its code, and for a proxy (EIP-1967, EIP-1167) also from the code
 * of its implementation, which costs one more request. Both are remembered for an hour.
 */
export function createCodeReader(
  chain: Chain,
  wanted: () => readonly Hex[],
  { now, memory, share = KEPT_BYTES }: { now: () => number; memory: Memory; share?: number },
): ReadWithCode {
  const known = memory.cache<ReadonlySet<Hex>>(share, ({ size }) => size * SELECTOR_BYTES)

  function keep(address: Address, codes: readonly Hex[]): ReadonlySet<Hex> {
    const found = codes.map(selectorsIn)
    const selectors = new Set(wanted().filter((selector) => found.some((set) => set.has(selector))))
    known.set(address, selectors, now() + KEEP_MS)
    return selectors
  }

  return async (address, description) => {
    const kept = known.get(address)
    if (kept) return { ...(await chain.read(description)), selectors: kept }
    const { carried, ...read } = await chain.read(description, [
      codeOf(address),
      { method: 'eth_getStorageAt', params: [address, IMPLEMENTATION_SLOT, 'latest'] },
    ])
    const [code, slot] = carried.map(toHex)
    if (code === undefined || slot === undefined) return { ...read, selectors: null }
    if (code === '0x') return { ...read, selectors: 'no code' }
    const implementation = implementationOf(code, slot)
    if (!implementation) return { ...read, selectors: keep(address, [code]) }
    const calls = [{ method: 'eth_chainId', params: [] }, codeOf(implementation)]
    const [, reply] = await chain.rpc.send(calls, { judge: ofChain(chain.config.chainId) })
    const behind = reply && toHex(reply)
    // A node that is behind may not have it yet.
    return { ...read, selectors: behind === undefined || behind === '0x' ? null : keep(address, [code, behind]) }
  }
}

const codeOf = (address: Address) => ({ method: 'eth_getCode', params: [address, 'latest'] })

const toHex = (reply: RpcReply): Hex | undefined =>
  'result' in reply && isHex(reply.result) ? reply.result : undefined

function implementationOf(code: Hex, slot: Hex): Address | undefined {
  const minimal = MINIMAL_PROXY.exec(code)?.[1]
  if (minimal !== undefined) return `0x${minimal}`
  return size(slot) === 32 && BigInt(slot) !== 0n ? sliceHex(slot, 12) : undefined
}

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
