import * as z from 'zod'
import { block, chain, EvmAddress, minBlock } from '../common.ts'
import { bytes } from '../fields.ts'
import { operation } from '../operation.ts'
import { TokenList, TokenMetadata } from './documents.ts'
import { reads } from '../needs.ts'

/** Answer of an image operation to `Accept: application/json`. */
export const TokenImage = z
  .object({
    contentType: z.enum(['image/png', 'image/svg+xml']).describe('Media type of the picture'),
    dataUri: z.string().meta({ description: 'The picture', example: 'data:image/png;base64,iVBORw0KGgo' }),
  })
  .meta({ id: 'TokenImage' })

const ShareToken = EvmAddress.describe('The share token, not its vault and not the creator coin')

const params = z.object({ address: ShareToken })

const lookup = z.object({ chain, minBlock })

/** Anything but the named values counts as the default, since clients send all sorts of things. */
const choice = <const V extends string>(values: readonly [V, ...V[]], fallback: V, meaning: string) =>
  z
    .string()
    .optional()
    .transform((text) => values.find((value) => value === text) ?? fallback)
    .meta({
      description: `${meaning}; any other value or none: ${fallback}`,
      example: values[0],
    })

const sizeOf = (fallback: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number of pixels')
    .transform((digits) => Math.min(1024, Math.max(64, Number(digits))))
    .default(fallback)
    .meta({
      type: 'integer',
      example: fallback,
      description: `Length of a side in pixels, clamped to 64 to 1024; ${fallback} by default`,
    })

const look = {
  style: choice(['raw', 'card'], 'card', 'raw: only the artwork, if any'),
  tokenKind: choice(['share', 'creator'], 'share', 'creator: the creator coin’s picture, unframed'),
  preset: choice(['standard', 'hero', 'pixel'], 'standard', 'hero: strong artwork behind the frame; pixel: unsmoothed'),
}

const picture = lookup.extend({ size: sizeOf(512), format: choice(['png', 'svg'], 'png', 'svg'), ...look })

const logo = lookup.extend({ size: sizeOf(64), ...look })

const png = { 'image/png': bytes('PNG') }

const svg = { 'image/svg+xml': bytes('SVG') }

const json = { 'application/json': { schema: TokenImage } }

const document = { 'x-limit': 'read', 'x-answer': 'document' } as const

const media = {
  'x-limit': 'tokenImage',
  'x-answer': 'media',
  'x-cache': { sMaxAge: 86_400, staleWhileRevalidate: 172_800 },
} as const

export const tokenReads = {
  getTokenMetadata: operation({
    ...document,
    operationId: 'getTokenMetadata',
    method: 'get',
    tags: ['token'],
    path: '/v1/token/{address}/metadata',
    summary: 'Get a share token’s metadata (ERC-7572)',
    description:
      'Returns ERC-7572 contract metadata of a share token for wallets and markets: names, pictures, its vault and its creator coin, read at the block of X-As-Of-Block. For the vault’s holdings use getVaultReport; for a token list entry use getTokenListEntry.',
    'x-cache': { sMaxAge: 3600, staleWhileRevalidate: 7200 },
    'x-errors': ['not_a_token', 'role_not_configured'],
    'x-needs': reads,
    request: { params, query: lookup.extend({ block }) },
    responses: {
      200: {
        description: 'The metadata, as of the block in X-As-Of-Block',
        content: { 'application/json': { schema: TokenMetadata } },
      },
    },
  }),
  getTokenListEntry: operation({
    ...document,
    operationId: 'getTokenListEntry',
    method: 'get',
    tags: ['token'],
    path: '/v1/token/{address}/tokenlist',
    summary: 'Get a token list with one share token',
    description:
      'Returns a Token Lists document with this one share token, for wallets that import lists by URL. Name, symbol and decimals are read from the share token. For its creator coin and vault use getTokenMetadata.',
    'x-cache': { sMaxAge: 600, staleWhileRevalidate: 1200 },
    'x-errors': ['not_a_token', 'role_not_configured'],
    'x-needs': reads,
    request: { params, query: lookup.extend({ block }) },
    responses: {
      200: {
        description: 'The list, as of the block in X-As-Of-Block',
        content: { 'application/json': { schema: TokenList } },
      },
    },
  }),
  getTokenImage: operation({
    ...media,
    operationId: 'getTokenImage',
    method: 'get',
    tags: ['token'],
    path: '/v1/token/{address}/image',
    summary: 'Get a share token’s picture',
    description:
      'Draws the picture of a share token from its symbol and the creator coin’s artwork, as PNG or SVG; with `Accept: application/json` as a data URI. For the small logo of a token list use getTokenLogoPng or getTokenLogoSvg.',
    'x-errors': ['not_a_token', 'role_not_configured', 'renderer_busy'],
    'x-needs': reads,
    request: { params, query: picture },
    responses: { 200: { description: 'The picture', content: { ...png, ...svg, ...json } } },
  }),
  getTokenLogoPng: operation({
    ...media,
    operationId: 'getTokenLogoPng',
    method: 'get',
    tags: ['token'],
    path: '/v1/token/{address}/logo.png',
    summary: 'Get a share token’s logo as PNG',
    description:
      'Returns the picture of a share token as a PNG under a stable URL for token lists and wallets; with `Accept: application/json` as a data URI. For large pictures use getTokenImage; for SVG use getTokenLogoSvg.',
    'x-errors': ['not_a_token', 'role_not_configured', 'renderer_busy'],
    'x-needs': reads,
    request: { params, query: logo },
    responses: { 200: { description: 'The logo', content: { ...png, ...json } } },
  }),
  getTokenLogoSvg: operation({
    ...media,
    operationId: 'getTokenLogoSvg',
    method: 'get',
    tags: ['token'],
    path: '/v1/token/{address}/logo.svg',
    summary: 'Get a share token’s logo as SVG',
    description:
      'Returns the picture of a share token as an SVG under a stable URL for token lists and wallets; with `Accept: application/json` as a data URI. For large pictures use getTokenImage; for PNG use getTokenLogoPng.',
    'x-errors': ['not_a_token', 'role_not_configured'],
    'x-needs': reads,
    request: { params, query: logo },
    responses: { 200: { description: 'The logo', content: { ...svg, ...json } } },
  }),
  getTokenImageByQuery: operation({
    ...media,
    operationId: 'getTokenImageByQuery',
    'x-limit-by': { class: 'tokenImageAddress', query: 'address' },
    'x-errors': ['not_a_token', 'role_not_configured', 'renderer_busy'],
    method: 'get',
    tags: ['token'],
    path: '/token/image',
    summary: 'Get a share token’s picture by query parameter',
    description:
      'Returns the picture of getTokenImage, for callers that can only set a query. Each token has its own rate limit. If you can set the path, use getTokenImage.',
    'x-needs': reads,
    request: { query: picture.extend({ address: ShareToken }) },
    responses: { 200: { description: 'The picture', content: { ...png, ...svg, ...json } } },
  }),
}
