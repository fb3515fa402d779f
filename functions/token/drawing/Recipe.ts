import type { Artwork } from './sniffArtwork.ts'

/** Everything that decides how a token's picture looks; equal recipes give equal bytes. */
export interface Recipe {
  readonly chainId: number
  /** Share token, 0x and 40 hex digits; letter case does not matter. */
  readonly token: string
  readonly symbol: string
  /** `share`: the framed card. `creator`: the coin's artwork, or its monogram, without a frame. */
  readonly kind: 'share' | 'creator'
  /** `raw`: the artwork alone on black, if there is artwork. */
  readonly style: 'card' | 'raw'
  /** `hero` lets the artwork fill the card behind the frame; `pixel` keeps the edges of its pixels hard. */
  readonly preset: 'standard' | 'hero' | 'pixel'
  /** Side of the picture in pixels. */
  readonly size: number
  readonly artwork?: Artwork
}

/** Increased whenever the drawing changes, so that no cache keeps a picture in the old style. */
const styleVersion = 4

/** The SHA-256 of a recipe, the format and the style version, as 64 hex digits; the ETag is made from it. */
export async function hashRecipe(recipe: Recipe, format: 'png' | 'svg'): Promise<string> {
  const { chainId, token, symbol, kind, style, preset, size, artwork } = recipe
  const inputs = JSON.stringify([
    styleVersion,
    format,
    chainId,
    token.toLowerCase(),
    symbol,
    kind,
    style,
    preset,
    size,
    artwork?.dataUri,
  ])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(inputs))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
