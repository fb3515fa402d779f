import type { TokenHandler } from './context.ts'
import { tokenPicture } from './tokenPicture.ts'

/** The picture of a share token as PNG, 64 pixels by default: the size that token lists link to. */
export const getTokenLogoPng: TokenHandler<'getTokenLogoPng'> = ({ params, query }, context) =>
  tokenPicture(params.address, 'png', query, context)
