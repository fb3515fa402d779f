import type { Proofs } from '../../shared/auth/proveOnce.ts'
import type { Spend } from '../../shared/http/handler.ts'

/**
 * Counts a sign-in that runs a wallet's own code, by IP and by IP and wallet, so that nobody can use up the budget of
 * somebody else's wallet.
 */
export const admitContract =
  (spend: Spend): Proofs['admitContract'] =>
  async ({ address }) => {
    await spend('contractSignIn')
    await spend('contractSignInWallet', address)
  }
