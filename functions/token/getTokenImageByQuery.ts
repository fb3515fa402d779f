import type { token } from '../../schema/token/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { TokenContext } from './context.ts'
import { tokenPicture } from './tokenPicture.ts'

/** The picture of a share token given in the query; besides the budget per IP there is one per IP and token. */
export const getTokenImageByQuery: Handler<typeof token.getTokenImageByQuery, TokenContext> = ({ query }, context) =>
  tokenPicture(query.address, query.format, query, context)
