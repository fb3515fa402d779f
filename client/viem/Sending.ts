import type { Account, Chain, Client as ViemClient, Transport } from 'viem'
import type { Client } from '../createClient.ts'
import type { UnsignedCalldata } from '../generated/types.gen.ts'

/** The calls to send, and the wallet that sends them. */
export interface Sending {
  readonly vaults: Client
  readonly wallet: ViemClient<Transport, Chain | undefined, Account | undefined>
  readonly account: Account
  readonly chain: Chain
  readonly built: UnsignedCalldata
  readonly signal: AbortSignal | undefined
}
