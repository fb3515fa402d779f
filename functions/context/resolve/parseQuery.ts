import { type Address, isAddressEqual, maxUint256 } from 'viem'
import { EvmAddress } from '../../../schema/common.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { plainText } from '../../../shared/text/plainText.ts'

/** Possible meanings of a text; several at once if it fits each. */
export interface Query {
  readonly text: string
  readonly address: Address | null
  readonly agentId: bigint | null
  /** In lower case. */
  readonly basename: string | null
  /** A symbol, name or ticker. */
  readonly name: string | null
  /** Without the @. */
  readonly handle: string | null
}

const LONGEST = 64

/** A symbol as people write it: with a dollar sign before its letters, or before the square of a share token. */
const CASHTAG = /^\$(?=[\p{L}\p{N}■▢])/u
/** Names below base.eth in letters, digits and hyphens, which need no normalisation (ENSIP-15) but their case. */
const BASENAME = /^([a-z0-9-]+\.)+base\.eth$/i
/** An agent of a registry (ERC-8004, CAIP-10). */
const AGENT = /^eip155:([1-9][0-9]{0,15}):(0x[0-9a-f]{40})\/([0-9]{1,78})$/i

/** Reads a query. Throws invalid_request for one that is nothing, and for an address whose checksum is wrong. */
export function parseQuery(given: string, { chainId, contracts }: ChainConfig): Query {
  const text = plainText(given, LONGEST)
  const nothing = { text, address: null, agentId: null, basename: null, name: null, handle: null }
  if (text === '') throw new ApiError('invalid_request', 'q: must have at least one visible character')
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { ...nothing, address: addressOf(text) }
  const [, chain, registry, id] = AGENT.exec(text) ?? []
  if (chain !== undefined && registry !== undefined && id !== undefined) {
    const own = contracts.identityRegistry
    const isOurs = Number(chain) === chainId && own !== undefined && isAddressEqual(own, addressOf(registry))
    return { ...nothing, agentId: isOurs ? idOf(id) : null }
  }
  if (BASENAME.test(text)) return { ...nothing, basename: text.toLowerCase() }
  if (text.startsWith('@')) return { ...nothing, handle: text.slice(1) }
  const digits = /^#?([0-9]{1,78})$/.exec(text)?.[1]
  const name = text.replace(CASHTAG, '')
  return { ...nothing, agentId: digits === undefined ? null : idOf(digits), name, handle: text }
}

function addressOf(text: string): Address {
  const parsed = EvmAddress.safeParse(text)
  if (!parsed.success) throw new ApiError('invalid_request', `q: ${parsed.error.issues[0]?.message ?? ''}`)
  return parsed.data
}

/** Null for a number that no agent can have. */
const idOf = (digits: string): bigint | null => (BigInt(digits) > maxUint256 ? null : BigInt(digits))

/** Meanings of the query that were tried, by the names of the answer. */
export const readAs = ({ address, agentId, basename, name, handle }: Query) => [
  ...(address ? (['address'] as const) : []),
  ...(agentId === null ? [] : (['agentId'] as const)),
  ...(basename === null ? [] : (['basename'] as const)),
  ...(name === null && handle === null ? [] : (['text'] as const)),
]
