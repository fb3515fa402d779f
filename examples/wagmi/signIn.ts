import { getAuthNonce, verifyAuth } from 'creator-vault'
import type { WalletClient } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { signingIn, vaults } from './vaults.ts'

// The line for sign-in: wallet.signIn() takes the place of this file, and of what vaults.ts says of cookies.
/** Signs in the account of a wallet (EIP-4361). */
export async function signIn({ account, signMessage }: WalletClient): Promise<void> {
  if (!account) throw new Error('The wallet has no account')
  const { issuedAt, ...challenge } = await getAuthNonce(vaults)
  const fields = { ...challenge, address: account.address, version: '1' as const, issuedAt: new Date(issuedAt) }
  const message = createSiweMessage(fields)
  await verifyAuth(signingIn, { message, signature: await signMessage({ account, message }) })
}
