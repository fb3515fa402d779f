import { Interface } from 'ethers'

export type Read = (target: string | null, signature: string, args?: readonly unknown[]) => Promise<unknown>

/**
 * Reads single values at one block, with another library than the API's: `read(vault, 'asset() view returns (address)')`.
 * Integers come as decimal strings; null stands for a call that failed, for the zero address, and for a null target.
 */
export function readerAt(rpcUrl: string, blockNumber: string): Read {
  const block = `0x${BigInt(blockNumber).toString(16)}`
  return async (target, signature, args = []) => {
    if (target === null) return null
    const abi = new Interface([`function ${signature}`])
    const name = signature.slice(0, signature.indexOf('('))
    const params = [{ to: target, data: abi.encodeFunctionData(name, [...args]) }, block]
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params })
    const reply = await (
      await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    ).json()
    const data: unknown = Object(reply).result
    if (typeof data !== 'string' || data === '0x') return null
    const results = abi.decodeFunctionResult(name, data).toArray().map(plain)
    return results.length === 1 ? results[0] : results
  }
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (value === `0x${'0'.repeat(40)}`) return null
  return Array.isArray(value) ? [...value].map(plain) : value
}
