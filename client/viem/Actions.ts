import type { Hex } from 'viem'
import type { Client, RequestOptions } from '../createClient.ts'
import type { reads } from '../generated/reads.gen.ts'
import type { UnsignedCalldata } from '../generated/types.gen.ts'
import type { ParametersOf, ResultOf } from '../Operation.ts'
import type { NAMED_BUILDERS, NamedBuilder } from './namedBuilders.ts'

/** Transactions that a wallet has sent. */
export interface Sent<Built extends UnsignedCalldata = UnsignedCalldata> {
  /** The answer of the API that it was built from. */
  readonly built: Built
  /** Hashes of the transactions, in order; one for all calls of an atomic batch. */
  readonly hashes: readonly Hex[]
  /** Block of the last of them. Reads of the client are not older from now on. */
  readonly blockNumber: bigint
  /** Id of the batch at the wallet (EIP-5792), if the wallet took the calls as one. */
  readonly callsId?: string
}

/** Options of an action: those of a call of the API, with which it builds, and what is sent. */
export interface SendOptions<Built extends UnsignedCalldata = UnsignedCalldata> extends RequestOptions {
  /** Sends in spite of issues and of a simulation that did not succeed; never in spite of `unexpected_effect`. */
  readonly force?: boolean
  /** Shows what was built, with its description, effects and warnings, before the wallet does. False: it is not sent. */
  readonly confirm?: (built: Built) => boolean | Promise<boolean>
}

/** Builds a transaction for the account of the wallet, checks it, sends it, and waits until it is mined. */
type Action<Parameters, Built extends UnsignedCalldata> = (
  ...rest: {} extends Parameters
    ? [parameters?: Parameters, options?: SendOptions<Built>]
    : [parameters: Parameters, options?: SendOptions<Built>]
) => Promise<Sent<Built>>

type Reads = typeof reads

/** The wallet says who sends, and on which chain. A step that only prepares is not sent. */
type Own<Parameters> = Parameters extends unknown
  ? 'prepare' extends ActionOf<Parameters>
    ? never
    : { [Field in keyof Parameters as Field extends 'from' | 'chainId' ? never : Field]: Parameters[Field] }
  : never

/** Parameters that may have members of any name have an `action` of any type, which says nothing. */
type ActionOf<Parameters> = 'action' extends keyof Parameters
  ? unknown extends Parameters['action']
    ? never
    : Parameters['action']
  : never

/** An operation with the client in it. */
type Bound<Of> = Of extends (client: Client, ...rest: infer Rest) => infer Answer ? (...rest: Rest) => Answer : never

export type ReadActions = { readonly [Id in keyof Reads]: Bound<Reads[Id]> }

export type SendActions = {
  readonly [Name in keyof typeof NAMED_BUILDERS]: Action<
    Own<ParametersOf<NamedBuilder<Name>>>,
    Extract<ResultOf<NamedBuilder<Name>>, UnsignedCalldata>
  >
}
