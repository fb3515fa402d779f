import type { creatorAccessAdmin } from '../../../schema/account/creatorAccessAdmin.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { AccountContext } from '../context.ts'

/** Puts a wallet on the list of creators, or changes what is noted about it. */
export const allowCreator: Handler<typeof creatorAccessAdmin.allowCreator, AccountContext> = async (
  { body, principal, request },
  { allowlist, actOf },
) => ({ data: await allowlist.allow(body, await actOf(principal, request)) })
