import type { token } from '../../schema/token/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { TokenContext } from './context.ts'
import { tokenPicture } from './tokenPicture.ts'

/** The picture of a share token as PNG, 64 pixels by default: the size that token lists link to. */
export const getTokenLogoPng: Handler<typeof token.getTokenLogoPng, TokenContext> = ({ params, query }, context) =>
  tokenPicture(params.address, 'png', query, context)
