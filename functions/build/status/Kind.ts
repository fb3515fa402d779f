import type { Abi, Address, Hex } from 'viem'
import type { Describe, Ref } from '../../../shared/chain/calls.ts'
import type { Role } from '../../../shared/chain/config.ts'
import type { tokenCalls } from '../../../shared/domain/token/tokenCalls.ts'
import type { TokenLabel } from '../../../shared/text/wording.ts'

export interface SentCall {
  readonly to: Address
  readonly data: Hex
  readonly value: bigint
}

/** A token whose label is read, by the name under which a description uses it. */
export type TokenReads = Readonly<Record<string, ReturnType<typeof tokenCalls<Address | Ref<Address>>>>>

/** Context of a call. */
export interface About {
  /** Labels as they were read; without those whose address is not known. */
  readonly tokens: Readonly<Record<string, TokenLabel>>
  readonly role: Role | null
}

/** A kind of contract that builders send to. */
export interface Kind {
  readonly abi: Abi
  /** Tokens that the description of a call names. */
  readonly tokens?: (describe: Describe, call: SentCall) => TokenReads
  /** Describes a call in its builder's words; null if they do not fit it. */
  readonly text: (call: SentCall, about: About) => string | null
}

export const unlabelled = (address: Address): TokenLabel => ({ address, symbol: null, decimals: null })
