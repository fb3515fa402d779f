import type { Address } from 'viem'
import type { Account } from '../../store/accounts.ts'

/**
 * The canonical smart-contract wallet of an account, which executes for it; null while the wallet for its entries and
 * payments is one with a key.
 */
export const canonicalCswOf = ({ canonicalWallet, wallets }: Account): Address | null =>
  wallets.some(({ address, kind }) => kind === 'smart' && address === canonicalWallet) ? canonicalWallet : null
