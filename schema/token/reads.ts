import { z } from '@hono/zod-openapi'
import { chain, EvmAddress, minBlock } from '../common.ts'
import { operation } from '../operation.ts'
import { TokenList, TokenMetadata } from './documents.ts'
import { reads } from '../needs.ts'

/** What an image operation returns for `Accept: application/json`. */
export const TokenImage = z
  .object({
    contentType: z.enum(['image/png', 'image/svg+xml']).openapi({ description: 'Media type of the picture' }),
    dataUri: z.string().openapi({ description: 'The picture', example: 'data:image/png;base64,iVBORw0KGgo' }),
  })
  .openapi('TokenImage')

const ShareToken = EvmAddress.openapi({ description: 'The share token; not its vault, nor the creator coin' })

const params = z.object({ address: ShareToken })

const lookup = z.object({ chain, minBlock })

/** Anything but the named values counts as the default, since clients send all sorts of things. */
const choice = <const V extends string>(values: readonly [V, ...V[]], fallback: V) =>
  z
    .string()
    .optional()
    .transform((text) => values.find((value) => value === text) ?? fallback)
    .openapi({
      type: 'string',
      description: `One of ${values.join(', ')}; anything else is ${fallback}`,
      example: values[0],
    })

const sizeOf = (fallback: number) =>
  z
    .string()
    .regex(/^[0-9]{1,9}$/, 'must be a whole number of pixels')
    .transform((digits) => Math.min(1024, Math.max(64, Number(digits))))
    .default(fallback)
    .openapi({
      type: 'integer',
      example: fallback,
      description: `Side in pixels, clamped to 64 to 1024; ${fallback} by default`,
    })

const look = {
  style: choice(['raw', 'card'], 'card'),
  tokenKind: choice(['share', 'creator'], 'share'),
  preset: choice(['standard', 'hero', 'pixel'], 'standard'),
}

const picture = lookup.extend({ size: sizeOf(512), format: choice(['png', 'svg'], 'png'), ...look })

const logo = lookup.extend({ size: sizeOf(64), ...look })

const bytes = (description: string) => ({
  schema: z.string().openapi({ type: 'string', format: 'binary', description }),
})

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
    summary: 'ERC-7572 metadata of a share token',
    description:
      'Describes a share token for wallets and markets (ERC-7572 contract metadata): names, pictures, and the creator coin and vault behind it. Read from the share token, its vault and the creator coin at the block of X-As-Of-Block. For what the vault holds or earns use getVaultReport; for a list entry use getTokenListEntry.',
    'x-cache': { sMaxAge: 3600, staleWhileRevalidate: 7200 },
    'x-errors': ['not_a_token', 'role_not_configured'],
    'x-needs': reads,
    request: { params, query: lookup },
    responses: {
      200: {
        description: 'The metadata; X-As-Of-Block has the block that it is as of',
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
    summary: 'Token list with one share token',
    description:
      'A Token Lists document with this one share token, for wallets that import lists by URL. Name, symbol and decimals are read from the share token. For the creator coin and the vault behind it use getTokenMetadata.',
    'x-cache': { sMaxAge: 600, staleWhileRevalidate: 1200 },
    'x-errors': ['not_a_token', 'role_not_configured'],
    'x-needs': reads,
    request: { params, query: lookup },
    responses: {
      200: {
        description: 'The list; X-As-Of-Block has the block that it is as of',
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
    summary: 'Picture of a share token',
    description:
      'Draws the picture of a share token from its symbol and the artwork of the creator coin, as PNG or SVG. Accept: application/json gets the same as a data URI. For the small logo of a token list use getTokenLogoPng or getTokenLogoSvg.',
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
    summary: 'Logo of a share token as PNG, 64 pixels by default',
    description:
      'The picture of a share token as a small PNG under a stable URL, as token lists and wallets expect it. Accept: application/json gets it as a data URI. For other sizes and SVG use getTokenImage.',
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
    summary: 'Logo of a share token as SVG, 64 pixels by default',
    description:
      'The picture of a share token as a small SVG under a stable URL, as token lists and wallets expect it. Accept: application/json gets it as a data URI. For other sizes and PNG use getTokenImage.',
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
    summary: 'Picture of a share token named in the query',
    description:
      'The same picture as getTokenImage, for callers that can only set a query: the share token is a parameter. Each token has a budget of its own. Use getTokenImage where a path will do.',
    'x-needs': reads,
    request: { query: picture.extend({ address: ShareToken }) },
    responses: { 200: { description: 'The picture', content: { ...png, ...svg, ...json } } },
  }),
}
