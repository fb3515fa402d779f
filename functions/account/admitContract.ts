import type { Proofs } from '../../shared/auth/proveOnce.ts'
import type { Spend } from '../../shared/http/handler.ts'

/**
 * Counts a sign-in that runs a wallet's own code, by IP and by IP and wallet: so nobody uses up a budget of another's
 * wallet.
 */
export const admitContract =
  (spend: Spend): Proofs['admitContract'] =>
  async ({ address }) => {
    await spend('contractSignIn')
    await spend('contractSignInWallet', address)
  }
