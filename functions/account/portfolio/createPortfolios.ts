import type { Address } from 'viem'
import { createSealer } from '../../../shared/auth/seal.ts'
import { createSessionStore } from '../../../shared/durable/sessions.ts'
import { secretsInForce } from '../../../shared/env/secretsInForce.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { stored } from '../../../shared/store/stored.ts'
import { lower } from '../../../shared/text/address.ts'
import type { AccountEnv } from '../env.ts'
import { createDeletionStore } from '../store/deletions.ts'
import { createExportStore } from '../store/exports.ts'
import { createOnchainFacts } from '../store/onchainFacts.ts'
import { createProfileStore } from '../store/profiles.ts'

/** How long a confirmation can be used, in seconds. */
export const CONFIRMATION_SECONDS = 600

/** Stores of personal data. */
export type Portfolios = ReturnType<typeof createPortfolios>

type Bindings = Pick<AccountEnv, 'AMOE_LEDGER' | 'CHATAPP_ACCOUNTS' | 'CHATAPP_USERS' | 'DB' | 'SESSIONS'>
type Secrets = Pick<AccountEnv, 'AUTH_NONCE_SECRET' | 'AUTH_NONCE_SECRET_PREVIOUS'>

/** `now` in unix milliseconds. */
export function createPortfolios(env: Bindings & Secrets, now: () => number) {
  const secrets = secretsInForce(env.AUTH_NONCE_SECRET, env.AUTH_NONCE_SECRET_PREVIOUS)
  const sealer =
    secrets.length === 0
      ? undefined
      : createSealer({ secrets, purpose: 'account deletion', ttlSeconds: CONFIRMATION_SECONDS })
  return {
    profiles: createProfileStore(env.DB),
    onchainFacts: createOnchainFacts(env.DB),
    exports: createExportStore(env.DB),
    deletions: createDeletionStore(env.DB),
    sessions: createSessionStore(env.SESSIONS, now),
    /** Seals confirmations of deletions. Throws session_not_configured. */
    confirmations() {
      if (!sealer) throw new ApiError('session_not_configured')
      return sealer
    },
    /** Empties the ledger of an account that was deleted. Throws store_unavailable. */
    eraseLedger: (profileId: string) => stored(async () => env.AMOE_LEDGER.getByName(profileId).erase(profileId)),
    /** Makes a chat user forget its link, live or revoked, to a deleted account. Throws store_unavailable. */
    forgetChat: (chatappUserId: string, profileId: string) =>
      stored(async () => env.CHATAPP_USERS.getByName(chatappUserId).forget(profileId)),
    /** Ends the chat link that a user of the identity provider had for a deleted account. Throws store_unavailable. */
    eraseLink: (idpUserId: string, profileId: string, now: number) =>
      stored(async () => env.CHATAPP_ACCOUNTS.getByName(idpUserId).erase(profileId, idpUserId, now)),
  }
}

export const noProfile = (wallet: Address): ApiError =>
  new ApiError('account_not_found', `no account has the wallet ${wallet}`)

/** A confirmation is valid for one account, and for the wallet that requested it. */
export const confirmationContext = (profileId: string, address: Address): string => `${lower(address)} ${profileId}`
