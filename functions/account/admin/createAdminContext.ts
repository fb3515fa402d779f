import type { SessionPrincipal } from '../../../shared/auth/findSession.ts'
import { getAddress } from 'viem/utils'
import { createKeyedHash } from '../waitlist/createKeyedHash.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { clientIp } from '../../../shared/http/clientIp.ts'
import { type AccessRequestStore, createAccessRequests } from '../store/accessRequests.ts'
import type { Act } from '../store/adminLog.ts'
import { type AllowlistStore, createAllowlist } from '../store/allowlist.ts'
import { createWaitlistDecisions, type WaitlistDecisionStore } from '../store/waitlistDecisions.ts'
import type { AccountEnv } from '../env.ts'

/** What requests for access and decisions about them need. */
export interface AdminContext {
  readonly accessRequests: AccessRequestStore
  readonly allowlist: AllowlistStore
  readonly waitlistDecisions: WaitlistDecisionStore
  /** What the admin log keeps of who changes something now. Throws session_not_configured. */
  readonly actOf: (admin: SessionPrincipal, request: Request) => Promise<Act>
  /** What the admin log keeps of an e-mail address. Throws session_not_configured. */
  readonly hashEmail: (email: string) => Promise<string>
}

/** `now` in unix milliseconds. */
export function createAdminContext(
  { DB, AUTH_NONCE_SECRET: secret }: Pick<AccountEnv, 'DB' | 'AUTH_NONCE_SECRET'>,
  now: () => number,
): AdminContext {
  const hash = (purpose: string) =>
    typeof secret === 'string'
      ? createKeyedHash(secret, purpose)
      : () => Promise.reject(new ApiError('session_not_configured'))
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
