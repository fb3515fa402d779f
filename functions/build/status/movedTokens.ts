import { getAddress, isAddressEqual, type Address } from 'viem'
import { MOST_DECODED } from '../../../schema/build/status.ts'
import { addressIn, wordAt } from '../../../shared/abi/wordAt.ts'
import type { Describe, Resolved } from '../../../shared/chain/calls.ts'
import type { ChainConfig } from '../../../shared/chain/config.ts'
import type { NodeLog } from '../../../shared/chain/decodeReply.ts'
import { TRANSFER } from '../../../shared/domain/token/shareTokenAbi.ts'
import { tokenCalls } from '../../../shared/domain/token/tokenCalls.ts'
import { plainTextOrNull } from '../../../shared/text/plainText.ts'
import { NATIVE_LABEL } from '../../../shared/text/wording.ts'
import { roleOf } from './describeCalls.ts'

/** Gain or loss of a token by an account, from the logs of a transaction. */
export interface Moved {
  readonly address: Address
  readonly token: Address
  readonly delta: bigint
}

/**
 * Sums of the Transfer events (ERC-20) of a transaction for each of its accounts and tokens, without what adds up to
 * nothing; those of ERC-721 have another form and are left out.
 */
export function movedTokens(logs: readonly NodeLog[], accounts: readonly Address[]): Moved[] {
  const sums = new Map<string, Moved>()
  for (const { address, topics, data } of logs) {
    const [from, to, amount] = [addressIn(topics[1]), addressIn(topics[2]), wordAt(data, 0)]
    if (topics[0] !== TRANSFER || topics.length !== 3 || !from || !to || amount === null) continue
    for (const account of accounts) {
      const delta = (isAddressEqual(account, to) ? amount : 0n) - (isAddressEqual(account, from) ? amount : 0n)
      const key = `${account} ${address.toLowerCase()}`
      const before = sums.get(key)?.delta ?? 0n
      if (delta !== 0n) sums.set(key, { address: account, token: getAddress(address), delta: before + delta })
    }
  }
  return [...sums.values()].filter(({ delta }) => delta !== 0n).slice(0, MOST_DECODED.effects)
}

/** The reads of the labels of moved tokens, by their position. */
export const movedReads = (describe: Describe, moved: readonly Moved[]) =>
  Object.fromEntries(moved.map(({ token }, i) => [String(i), tokenCalls(describe, token)]))

/** The fields of the answer. */
export const describeMoved = (
  moved: readonly Moved[],
  labels: Resolved<ReturnType<typeof movedReads>>,
  {
    paid,
    config,
  }: { readonly paid: { readonly address: Address; readonly value: bigint }; readonly config: ChainConfig },
) => [
  ...(paid.value === 0n
    ? []
    : [
        {
          address: paid.address,
          contract: null,
          role: null,
          symbol: NATIVE_LABEL.symbol,
          decimals: NATIVE_LABEL.decimals,
          delta: String(-paid.value),
        },
      ]),
  ...moved.map(({ address, token, delta }, i) => ({
    address,
    contract: token,
    role: roleOf(token, config),
    symbol: plainTextOrNull(labels[i]?.symbol ?? null, 64),
    decimals: labels[i]?.decimals ?? null,
    delta: String(delta),
  })),
]
