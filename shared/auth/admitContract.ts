import type { LimitClass } from '../../schema/limits.ts'
import type { Proofs } from './proveOnce.ts'

/**
 * Counts a proof that runs a wallet's own code, by IP and by IP and wallet, so that nobody can use up the budget of somebody
 * else's wallet. `spend` is that of the request.
 */
export const admitContract =
  (spend: (name: LimitClass, value?: string) => Promise<void>): Proofs['admitContract'] =>
  async ({ address }) => {
    await spend('contractSignIn')
    await spend('contractSignInWallet', address)
  }
