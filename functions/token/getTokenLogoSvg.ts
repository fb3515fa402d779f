import type { token } from '../../schema/token/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { TokenContext } from './context.ts'
import { tokenPicture } from './tokenPicture.ts'

/** The picture of a share token as SVG, 64 pixels by default. */
export const getTokenLogoSvg: Handler<typeof token.getTokenLogoSvg, TokenContext> = ({ params, query }, context) =>
  tokenPicture(params.address, 'svg', query, context)
