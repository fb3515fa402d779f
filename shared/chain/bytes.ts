import type { Hex } from 'viem'

/** Whether a node's text for bytes is valid (Ethereum JSON-RPC, "Hex encoding": two digits a byte). */
export const isBytes = (value: unknown): value is Hex => typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
