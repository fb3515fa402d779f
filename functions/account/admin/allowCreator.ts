import type { creatorAccessAdmin } from '../../../schema/account/creatorAccessAdmin.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'

/** Adds a wallet to the creator allowlist, or updates its entry. */
export const allowCreator: Handler<typeof creatorAccessAdmin.allowCreator, AccountContext> = async (
  { body, principal, request },
  { allowlist, actOf },
) => ({ data: await allowlist.allow(body, await actOf(principal, request)) })
