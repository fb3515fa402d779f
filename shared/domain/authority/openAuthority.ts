import type { Chain } from '../../chain/chain.ts'
import { createAccountStore } from '../../store/accounts.ts'
import { createAccountWallets } from '../../store/accountWallets.ts'
import { type Authority, createAuthority } from './createAuthority.ts'

/** The authority over the accounts of a database. */
export const openAuthority = ({ chain }: { readonly chain: Chain }, d1: D1Database): Authority =>
  createAuthority({ chain, accounts: createAccountStore(d1), links: createAccountWallets(d1) })
