import type { AccountHandler } from '../context.ts'

/** Adds a wallet to the creator allowlist, or updates its entry. */
export const allowCreator: AccountHandler<'allowCreator'> = async (
  { body, principal, request },
  { allowlist, actOf },
) => ({ data: await allowlist.allow(body, await actOf(principal, request)) })
