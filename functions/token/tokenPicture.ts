import type { Address } from 'viem'
import type { BytesAnswer } from '../../shared/http/handler.ts'
import { retrySeconds } from './artwork/loadArtwork.ts'
import { drawToken } from './drawing/drawToken.ts'
import { plainTextOrNull } from '../../shared/text/plainText.ts'
import { hashRecipe, type Recipe } from './drawing/Recipe.ts'
import { readShareToken } from './rules/readShareToken.ts'
import type { TokenContext } from './context.ts'

/** The look of a picture as a request gives it. */
export interface PictureRequest extends Pick<Recipe, 'style' | 'preset' | 'size'> {
  readonly tokenKind: Recipe['kind']
}

/** No script, request or frame, in any viewer; its own embedded artwork is a data: URI. */
const svgHeaders = { 'content-security-policy': "default-src 'none'; img-src data:; sandbox" }

/**
 * The picture of a share token as PNG or SVG, from symbol() of the token and contractURI() of the coin under its vault,
 * or of the token itself if there is no such coin; as a creator's picture also of a creator coin. The ETag is the hash
 * of everything that it is made from. Throws not_a_token, renderer_busy, and what a chain read throws.
 */
export async function tokenPicture(
  address: Address,
  format: 'png' | 'svg',
  { tokenKind: kind, style, preset, size }: PictureRequest,
  context: TokenContext,
): Promise<BytesAnswer> {
  const { token, asOf } = await readShareToken(context.chain, address, kind === 'creator')
  const { artwork, isTransient } = await context.loadArtwork(token.coin.contractUri ?? token.contractUri)
  const symbols = [...(kind === 'creator' ? [token.coin.symbol] : []), token.symbol, token.name]
  const recipe: Recipe = {
    chainId: asOf.chainId,
    token: address,
    // The drawing shows at most 16 letters; a longer text would only make for a longer recipe.
    symbol: symbols.map((symbol) => plainTextOrNull(symbol, 64)).find((symbol) => symbol !== null) ?? '',
    kind,
    style,
    preset,
    size,
    ...(artwork ? { artwork } : {}),
  }
  const freshness = isTransient ? { sMaxAge: retrySeconds } : {}
  const etag = await hashRecipe(recipe, format)
  if (format === 'svg') {
    return { bytes: drawToken(recipe), type: 'image/svg+xml', asOf, etag, headers: svgHeaders, ...freshness }
  }
  return { bytes: await context.render(recipe, etag), type: 'image/png', asOf, etag, ...freshness }
}
