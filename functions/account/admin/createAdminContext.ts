import type { SessionPrincipal } from '../../../shared/auth/findSession.ts'
import { bytesToHex, getAddress } from 'viem/utils'
import { createKeyring } from '../../../shared/auth/createKeyring.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { clientIp } from '../../../shared/http/clientIp.ts'
import { type AccessRequestStore, createAccessRequests } from '../store/accessRequests.ts'
import type { AdminAction } from '../store/adminLog.ts'
import { type AllowlistStore, createAllowlist } from '../store/allowlist.ts'
import { createWaitlistDecisions, type WaitlistDecisionStore } from '../store/waitlistDecisions.ts'
import type { AccountEnv } from '../env.ts'

export interface AdminContext {
  readonly accessRequests: AccessRequestStore
  readonly allowlist: AllowlistStore
  readonly waitlistDecisions: WaitlistDecisionStore
  /** The administrator and client that the admin log records for a change. Throws session_not_configured. */
  readonly actOf: (admin: SessionPrincipal, request: Request) => Promise<AdminAction>
  /** The keyed hash of an e-mail address that the admin log stores. Throws session_not_configured. */
  readonly hashEmail: (email: string) => Promise<string>
}

const HASH_BYTES = 8

/** `now` in unix milliseconds. */
export function createAdminContext(
  { DB, AUTH_NONCE_SECRET: secret }: Pick<AccountEnv, 'DB' | 'AUTH_NONCE_SECRET'>,
  now: () => number,
): AdminContext {
  // Equal texts have equal hashes; without the secret nobody can test a guess.
  const hash = (purpose: string) => {
    const keyring = createKeyring(typeof secret === 'string' ? [secret] : [], { purpose, bytes: HASH_BYTES })
    return async (text: string) => {
      if (typeof secret !== 'string') throw new ApiError('session_not_configured')
      return bytesToHex(await keyring.mac(text)).slice(2)
    }
  }
  const hashIp = hash('admin log: IP address')
  return {
    accessRequests: createAccessRequests(DB),
    allowlist: createAllowlist(DB),
    waitlistDecisions: createWaitlistDecisions(DB),
    actOf: async ({ address }, { headers }) => ({
      admin: getAddress(address),
      ipHash: await hashIp(clientIp(headers)),
      at: Math.floor(now() / 1000),
    }),
    hashEmail: hash('admin log: e-mail address'),
  }
}
