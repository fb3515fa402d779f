import { createHash } from 'node:crypto'
import type { Address } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The wallet that the local wallet provider makes for an external id: the same after a restart, like the rows in the
 * database and the owners on the chain.
 */
export const localServerWallet = (externalId: string): { id: string; address: Address } => ({
  id: digest(`wallet ${externalId}`).slice(0, 24),
  address: privateKeyToAddress(`0x${digest(`key of ${externalId}`)}`),
})
