import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import { concat, isHex, keccak256, numberToHex, pad, type Address, type Hex } from 'viem'
import type { AsOf, Chain } from '../../../shared/chain/chain.ts'
import { decodeBlock } from '../../../shared/chain/decodeReply.ts'
import { ofChain } from '../../../shared/chain/rpc.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

/** Keys staked at the same time. */
export interface Stake {
  readonly amount: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
}

export interface Staker {
  readonly pool: Address
  readonly wallet: Address
  /** Keys that all wallets have staked there. */
  readonly total: bigint
}

type PinnedBlock = AsOf & { readonly blockHash: Hex }
interface Slot {
  readonly address: Address
  readonly slot: bigint
}

/** Storage slot of a pool's stakes: `mapping(address user => Stake[])`, each two words, amount and timestamp. */
const STAKES_SLOT = 16n
/** The most stakes that a pool accepts from one wallet. */
const MOST_STAKES = 100n
/** The most words that one answer reads, and those of one request. */
const MOST_WORDS = 2000
const WORDS = 90
/** Stakes of a wallet that are read together with their number: most wallets have no more. */
const STAKES_AHEAD = 4

/**
 * The stakes of wallets in pools at one block, from the pools' storage (eth_getStorageAt; Solidity, "Layout of State
 * Variables in Storage": an array's length at keccak256(key . slot), its elements from keccak256 of that on). Null if
 * they could not be read, or are not what a pool with this layout can hold.
 *
 * Throws what the node throws; upstream_failed if it knows a different block under that number.
 */
export async function readStakes(
  chain: Chain,
  block: PinnedBlock,
  stakers: readonly Staker[],
): Promise<(readonly Stake[] | null)[]> {
  const lists = stakers.map(({ pool, wallet }) => ({ address: pool, slot: lengthSlot(wallet) }))
  const ahead = wordsAhead(stakers.length)
  const first = await readWords(
    chain,
    block,
    lists.flatMap((list) => [list, ...elementsOf(list, 0, ahead)]),
  )
  const begun = lists.map((_, i) => first.slice(i * (1 + ahead), (i + 1) * (1 + ahead)))
  let left = MOST_WORDS
  const counts = begun.map(([length]) => {
    if (typeof length !== 'bigint' || length > MOST_STAKES || Number(length) * 2 > left) return null
    left -= Number(length) * 2
    return Number(length)
  })
  const further = lists.map((list, i) => elementsOf(list, ahead, 2 * (counts[i] ?? 0)))
  const words = await readWords(chain, block, further.flat())
  let next = 0
  return stakers.map(({ total }, i) => {
    const count = counts[i] ?? null
    const rest = words.slice(next, (next += further[i]?.length ?? 0))
    if (count === null) return null
    return toStakes([...(begun[i] ?? []).slice(1, 1 + 2 * count), ...rest], total, block)
  })
}

/** Words of each staker that fit into one request with the number of its stakes. */
const wordsAhead = (stakers: number): number =>
  2 * Math.max(0, Math.min(STAKES_AHEAD, Math.floor((WORDS / stakers - 1) / 2)))

/** The words of an array from one to another, the latter not included. */
function elementsOf({ address, slot }: Slot, from: number, to: number): Slot[] {
  if (from >= to) return []
  const start = BigInt(keccak256(numberToHex(slot, { size: 32 })))
  return Array.from({ length: to - from }, (_, i) => ({
    address,
    slot: BigInt.asUintN(256, start + BigInt(from + i)),
  }))
}

const lengthSlot = (wallet: Address): bigint =>
  BigInt(keccak256(concat([pad(wallet), numberToHex(STAKES_SLOT, { size: 32 })])))

/**
 * Null if a word is missing, or the words are not stakes: later than their block, or more than all wallets' together.
 */
function toStakes(words: readonly (bigint | null)[], total: bigint, { timestamp: now }: PinnedBlock): Stake[] | null {
  const stakes: Stake[] = []
  for (let i = 0; i < words.length; i += 2) {
    const [amount, timestamp] = [words[i] ?? null, words[i + 1] ?? null]
    if (amount === null || timestamp === null || timestamp === 0n || timestamp > BigInt(now)) return null
    stakes.push({ amount, timestamp })
  }
  return stakes.reduce((sum, { amount }) => sum + amount, 0n) > total ? null : stakes
}

/** Words of storage at one block; null for one that the node refuses. */
async function readWords(chain: Chain, block: PinnedBlock, slots: readonly Slot[]): Promise<(bigint | null)[]> {
  const words: (bigint | null)[] = []
  const number = numberToHex(BigInt(block.blockNumber))
  for (let i = 0; i < slots.length; i += WORDS) {
    const replies = await chain.rpc.send(
      [
        { method: 'eth_chainId', params: [] },
        { method: 'eth_getBlockByNumber', params: [number, false] },
        ...slots.slice(i, i + WORDS).map(({ address, slot }) => ({
          method: 'eth_getStorageAt',
          params: [address, numberToHex(slot, { size: 32 }), number],
        })),
      ],
      { judge: ofChain(chain.config.chainId) },
    )
    const [, mark, ...read] = replies
    if (!mark || decodeBlock(mark)?.hash !== block.blockHash) throw new ApiError('upstream_failed')
    words.push(...read.map(toWord))
  }
  return words
}

function toWord(reply: RpcReply): bigint | null {
  if ('error' in reply) return null
  if (!isHex(reply.result) || reply.result.length < 3 || reply.result.length > 66) throw new ApiError('upstream_failed')
  return BigInt(reply.result)
}
