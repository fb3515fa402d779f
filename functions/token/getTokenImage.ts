import type { token } from '../../schema/token/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { TokenContext } from './context.ts'
import { tokenPicture } from './tokenPicture.ts'

/** The picture of a share token as PNG or SVG, 512 pixels by default. */
export const getTokenImage: Handler<typeof token.getTokenImage, TokenContext> = ({ params, query }, context) =>
  tokenPicture(params.address, query.format, query, context)
