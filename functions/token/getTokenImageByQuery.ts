import type { TokenHandler } from './context.ts'
import { tokenPicture } from './tokenPicture.ts'

/** The picture of a share token given in the query; besides the budget per IP there is one per IP and token. */
export const getTokenImageByQuery: TokenHandler<'getTokenImageByQuery'> = ({ query }, context) =>
  tokenPicture(query.address, query.format, query, context)
