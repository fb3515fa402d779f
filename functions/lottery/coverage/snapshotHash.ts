import { encodeAbiParameters, keccak256, parseAbiParameters, type Address, type Hex } from 'viem'
import type { EligibleStake } from './readCoverage.ts'

const LAYOUT = parseAbiParameters([
  'uint256 chainId, address buyer, uint256 blockNumber, bytes32 blockHash, Keys[] keys',
  'struct Keys { uint256 tokenId; uint256 amount; }',
])

/**
 * keccak256(abi.encode(chainId, buyer, blockNumber, blockHash, (tokenId, amount)[])), with the keys of all wallets in a
 * room added up, by token id: a contract can check this against the chain.
 */
export function snapshotHash(
  { chainId, blockNumber, blockHash }: { chainId: number; blockNumber: string; blockHash: Hex },
  buyer: Address,
  stakes: readonly EligibleStake[],
): Hex {
  const rooms = new Map<bigint, bigint>()
  for (const { tokenId, amount } of stakes) rooms.set(tokenId, (rooms.get(tokenId) ?? 0n) + amount)
  const keys = [...rooms]
    .map(([tokenId, amount]) => ({ tokenId, amount }))
    .toSorted((a, b) => (a.tokenId < b.tokenId ? -1 : 1))
  return keccak256(encodeAbiParameters(LAYOUT, [BigInt(chainId), buyer, BigInt(blockNumber), blockHash, keys]))
}
