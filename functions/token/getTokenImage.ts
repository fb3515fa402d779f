import type { TokenHandler } from './context.ts'
import { tokenPicture } from './tokenPicture.ts'

/** The picture of a share token as PNG or SVG, 512 pixels by default. */
export const getTokenImage: TokenHandler<'getTokenImage'> = ({ params, query }, context) =>
  tokenPicture(params.address, query.format, query, context)
