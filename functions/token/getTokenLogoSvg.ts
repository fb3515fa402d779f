import type { TokenHandler } from './context.ts'
import { tokenPicture } from './tokenPicture.ts'

/** The picture of a share token as SVG, 64 pixels by default. */
export const getTokenLogoSvg: TokenHandler<'getTokenLogoSvg'> = ({ params, query }, context) =>
  tokenPicture(params.address, 'svg', query, context)
