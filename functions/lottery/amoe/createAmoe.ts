import type { Principal } from '../../../shared/auth/principal.ts'
import { createRunner } from '../../../shared/auth/runCreationCode.ts'
import { createSealer } from '../../../shared/auth/seal.ts'
import { isSignedBy, type Signed } from '../../../shared/auth/signature.ts'
import type { Authority, Standing } from '../../../shared/domain/authority/createAuthority.ts'
import { openAuthority } from '../../../shared/domain/authority/openAuthority.ts'
import { secretsInForce } from '../../../shared/env/secretsInForce.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Context } from '../../../shared/http/handler.ts'
import { createAccountStore } from '../../../shared/store/accounts.ts'
import { stored } from '../../../shared/store/stored.ts'
import type { LotteryEnv } from '../env.ts'
import type { AmoeLedger } from './AmoeLedger.ts'
import type { AmoePost } from './AmoePost.ts'
import { createAttestor } from './attestor.ts'
import { createEntryCheck } from './createEntryCheck.ts'
import { createPostApi } from './postApi.ts'

/** Everything that free entries need. */
export type Amoe = ReturnType<typeof createAmoe>

export function createAmoe(common: Context, env: LotteryEnv) {
  const { chain } = common
  const run = createRunner(chain.rpc, chain.config.chainId)
  const secrets = secretsInForce(env.AMOE_NONCE_SECRET, env.AMOE_NONCE_SECRET_PREVIOUS)
  const sealer =
    secrets.length > 0
      ? createSealer({ secrets, purpose: 'amoe nonce', ttlSeconds: Number.POSITIVE_INFINITY })
      : undefined
  const attestor = createAttestor(chain, env.AMOE_ATTESTOR_KEY, env.AMOE_ATTESTATION)
  const posts = createPostApi(env.SOCIAL_API_URL, env.SOCIAL_API_TOKEN)
  return {
    accounts: createAccountStore(env.DB),
    authority: openAuthority(common, env.DB),
    /** The seal of challenges; it shows whether one is genuine, not whether it has expired. Throws amoe_not_configured. */
    sealer: () => configured(sealer, 'amoe_not_configured'),
    /** Throws amoe_not_configured. */
    attestor: () => configured(attestor, 'amoe_not_configured'),
    /** Throws posts_not_configured. */
    posts: () => configured(posts, 'posts_not_configured'),
    isSigned: (signed: Signed) => isSignedBy(signed, run),
    requireTakeable: createEntryCheck(common),
    /** Calls the ledger of an account. Throws store_unavailable. */
    ledger: <T>(profileId: string, ask: (ledger: DurableObjectStub<AmoeLedger>) => Promise<T>) =>
      stored(() => ask(env.AMOE_LEDGER.getByName(profileId))),
    /** Calls the object of a post. Throws store_unavailable. */
    post: <T>(postId: string, ask: (post: DurableObjectStub<AmoePost>) => Promise<T>) =>
      stored(() => ask(env.AMOE_POST.getByName(postId))),
  }
}

function configured<T>(part: T | undefined, code: 'amoe_not_configured' | 'posts_not_configured'): T {
  if (part === undefined) throw new ApiError(code)
  return part
}

/**
 * The account of the caller whose credits are earned or spent, if there is one, and the wallets that the caller acts for. Throws
 * unauthenticated for a machine, wallet_session, authority_unknown, store_unavailable.
 */
export async function requireAccount(authority: Authority, principal: Principal): Promise<Standing> {
  if (principal.kind === 'machine') throw new ApiError('unauthenticated')
  const standing = await authority.standing(principal)
  if (standing.isWalletOnly) throw new ApiError('wallet_session')
  return standing
}
