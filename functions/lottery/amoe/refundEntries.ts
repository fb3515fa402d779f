import { encodeFunctionData, hexToBigInt, isHex, numberToHex, type Address, type Hex } from 'viem'
import { amoeEntryAbi } from '../../../shared/abi/amoeEntry.ts'
import type { Chain } from '../../../shared/chain/chain.ts'
import { ofChain } from '../../../shared/chain/ofChain.ts'
import type { RpcReply } from '../../../shared/chain/rpc.ts'
import { ApiError } from '../../../shared/http/ApiError.ts'
import type { AmoeProjection, EntryPosition, EntryRow } from '../../../shared/store/amoe.ts'
import type { AmoeLedger } from './AmoeLedger.ts'
import type { Amoe } from './createAmoe.ts'

/** Entries of one request, and of one run. */
const PAGE = 50
const PAGES = 10
const STALE_LEDGERS = 20

export interface Sweep {
  readonly chain: Chain
  readonly projection: AmoeProjection
  readonly ledger: Amoe['ledger']
  /** `finalized`, `safe`, or how many blocks stand above a final one. */
  readonly finality: string
  readonly now: () => number
}

/**
 * Ends entries whose deadline lies before the newest final block: where the router has used the nonce by that block they
 * are entered, where it has not it never will, and the credits come back, once. A nonce of which a node says nothing stays
 * for the next run. Then has ledgers write their projection again that were marked stale.
 *
 * Throws what the node and D1 throw, and an AggregateError of what ledgers threw, when all the others have been asked; the
 * next run goes on.
 */
export async function refundEntries({ chain, projection, ledger, finality, now }: Sweep): Promise<void> {
  const failed: unknown[] = []
  // One ledger that cannot be asked holds up no other.
  const tolerant: Asking = (profileId, ask) => ledger(profileId, ask).catch((error: unknown) => void failed.push(error))
  const [oldest] = await projection.openEntries(chain.config.chainId, Number.MAX_SAFE_INTEGER, undefined, 1)
  const final = oldest && (await finalBlock(chain, finality))
  if (final) await endEntries(final, { chain, projection, ledger: tolerant, now })
  for (const profileId of await projection.staleLedgers(STALE_LEDGERS))
    await tolerant(profileId, (own) => own.republish(profileId))
  if (failed.length > 0) throw new AggregateError(failed, 'ledgers could not be asked')
}

type Asking = (profileId: string, ask: (own: DurableObjectStub<AmoeLedger>) => Promise<unknown>) => Promise<unknown>

type Ending = Omit<Sweep, 'finality' | 'ledger'> & { readonly ledger: Asking }

async function endEntries(final: Block, { chain, projection, ledger, now }: Ending): Promise<void> {
  let after: EntryPosition | undefined
  for (let page = 0; page < PAGES; page++) {
    const entries = await projection.openEntries(chain.config.chainId, final.timestamp, after, PAGE)
    const used = await usedNonces(chain, final.number, entries)
    for (const [i, { profileId, nonce }] of entries.entries()) {
      const taken = used[i]
      if (taken === null || taken === undefined) continue
      const status = taken ? 'entered' : 'refunded'
      await ledger(profileId, (own) => own.resolve(profileId, nonce, status, Math.floor(now() / 1000)))
    }
    after = entries.at(-1)
    if (entries.length < PAGE) return
  }
}

interface Block {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: number
}

async function finalBlock(chain: Chain, finality: string): Promise<Block | undefined> {
  if (!/^\d+$/.test(finality)) return readBlock(chain, finality)
  const head = await readBlock(chain, 'latest')
  const number = head.number - BigInt(finality)
  if (number === head.number) return head
  return number < 0n ? undefined : readBlock(chain, numberToHex(number))
}

/** A block by number or tag, of the configured chain. Throws upstream_failed. */
async function readBlock(chain: Chain, block: string): Promise<Block> {
  const [, reply] = await send(chain, [{ method: 'eth_getBlockByNumber', params: [block, false] }])
  const header = reply && 'result' in reply ? reply.result : null
  const field = (name: string): bigint => {
    const value: unknown = typeof header === 'object' && header !== null ? Reflect.get(header, name) : undefined
    if (!isHex(value)) throw new ApiError('upstream_failed')
    return hexToBigInt(value)
  }
  return { number: field('number'), timestamp: Number(field('timestamp')) }
}

/** Whether the router of each entry has used its nonce as of a block; null where the node does not tell. */
async function usedNonces(
  chain: Chain,
  block: bigint,
  entries: readonly EntryRow[],
): Promise<readonly (boolean | null)[]> {
  if (entries.length === 0) return []
  const call = (target: Address, nonce: Hex) => ({
    method: 'eth_call',
    params: [
      { to: target, data: encodeFunctionData({ abi: amoeEntryAbi, functionName: 'isNonceUsed', args: [nonce] }) },
      numberToHex(block),
    ],
  })
  const [, ...replies] = await send(
    chain,
    entries.map(({ target, nonce }) => call(target, nonce)),
  )
  return replies.map(flagOf)
}

function flagOf(reply: RpcReply): boolean | null {
  const word = 'result' in reply ? reply.result : null
  if (!isHex(word) || word.length !== 66) return null
  const value = hexToBigInt(word)
  return value === 0n ? false : value === 1n ? true : null
}

const send = (chain: Chain, calls: readonly { method: string; params: readonly unknown[] }[]) =>
  chain.rpc.send([{ method: 'eth_chainId', params: [] }, ...calls], { judge: ofChain(chain.config.chainId) })
