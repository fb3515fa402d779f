import type { Address } from 'viem'
import { lower } from '../../../shared/text/address.ts'

/** A confirmation is valid for one account, and for the wallet that requested it. */
export const confirmationContext = (profileId: string, address: Address): string => `${lower(address)} ${profileId}`
