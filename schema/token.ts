import { z } from '@hono/zod-openapi'
import { chain, EvmAddress, minBlock } from './common.ts'
import { operation } from './operation.ts'

const url = (description: string) => z.string().openapi({ format: 'uri', description })

/** ERC-7572, and beside its fields what wallets and markets of this field read. */
export const TokenMetadata = z
  .object({
    id: z.string().openapi({
      description: 'Chain id and lower-case address',
      example: '8453:0x5fbdb2315678afecb367f032d93f642f64180aa3',
    }),
    name: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    description: z.string(),
    image: url('PNG, 512 pixels'),
    banner_image: url('PNG, 1024 pixels'),
    featured_image: url('PNG, 1024 pixels'),
    animation_url: url('SVG'),
    external_link: url('The page of the vault; absent where the token names no vault').optional(),
    collaborators: z.array(EvmAddress).openapi({ description: 'Owners of the share token and of the creator coin' }),
    metadata_uri: url('This document'),
    contract_uri: url('This document'),
    underlying: z.object({
      bridgeSourceToken: z.literal('creatorCoin').openapi({ type: 'string', enum: ['creatorCoin'] }),
      address: EvmAddress.nullable(),
      name: z.string().nullable(),
      symbol: z.string().nullable(),
      image: z.string().nullable().openapi({ description: 'As the coin declares it; null where it holds it onchain' }),
    }),
    extensions: z.object({
      standards: z.array(z.string()),
      metadataApi: url('This document'),
      images: z.object({ png: url('PNG'), svg: url('SVG') }),
      social: z.object({ ownerAddress: EvmAddress.nullable() }),
      coinPlatform: z.object({ creatorCoinAddress: EvmAddress.nullable(), creatorAddress: EvmAddress.nullable() }),
      artwork: z.object({ artworkUrl: z.string() }).nullable(),
    }),
    properties: z.object({
      category: z.string(),
      version: z.string(),
      chainId: z.int(),
      owner: EvmAddress.nullable(),
      vault: EvmAddress.nullable(),
      bridgeSourceToken: z.string(),
      underlyingAsset: EvmAddress.nullable(),
      underlyingAssetName: z.string().nullable(),
      underlyingAssetSymbol: z.string().nullable(),
      underlyingAssetImage: z.string().nullable(),
      artworkUrl: z.string().nullable(),
      creatorAddress: EvmAddress.nullable().openapi({ description: 'ERC-173 owner of the creator coin' }),
      metadataApi: z.string(),
      imagePng: z.string(),
      imageSvg: z.string(),
      website: z.string(),
      isOFT: z.boolean().openapi({ description: 'The token answers oftVersion()' }),
      supportedChains: z.array(z.int()),
    }),
  })
  .openapi('TokenMetadata')

/** A Token Lists document with one token (https://uniswap.org/tokenlist.schema.json). */
export const TokenList = z
  .object({
    name: z.string().openapi({ maxLength: 30 }),
    timestamp: z.string().openapi({ format: 'date-time', description: 'When this version of the list was made' }),
    version: z.object({ major: z.int(), minor: z.int(), patch: z.int() }),
    tokens: z.array(
      z.object({
        chainId: z.int(),
        address: EvmAddress,
        decimals: z.int(),
        name: z.string().openapi({ maxLength: 60 }),
        symbol: z.string().openapi({ maxLength: 20 }),
        logoURI: url('PNG, 64 pixels'),
        extensions: z.object({
          logoSVG: z.string().openapi({
            description: 'The logo as SVG, relative to this document: an extension has at most 42 characters',
            example: 'logo.svg?chain=8453',
          }),
        }),
      }),
    ),
  })
  .openapi('TokenList')

/** What an image operation answers to `Accept: application/json`. */
export const TokenImage = z
  .object({
    contentType: z.enum(['image/png', 'image/svg+xml']),
    dataUri: z.string().openapi({ description: 'The picture', example: 'data:image/png;base64,iVBORw0KGgo' }),
  })
  .openapi('TokenImage')

const params = z.object({ address: EvmAddress })
const lookup = z.object({ chain, minBlock })

/** Anything but the named values is taken as the default, as consumers send what they like. */
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
      description: `Side in pixels, taken into 64 to 1024; ${fallback} unless given`,
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

export const token = {
  getTokenMetadata: operation({
    ...document,
    operationId: 'getTokenMetadata',
    method: 'get',
    tags: ['token'],
    path: '/v1/token/{address}/metadata',
    summary: 'ERC-7572 metadata of a share token',
    'x-cache': { sMaxAge: 3600, staleWhileRevalidate: 7200 },
    'x-errors': ['not_a_token', 'role_not_configured'],
    request: { params, query: lookup },
    responses: {
      200: {
        description: 'The metadata; X-As-Of-Block says as of which block',
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
    summary: 'Token list with the one share token',
    'x-cache': { sMaxAge: 600, staleWhileRevalidate: 1200 },
    'x-errors': ['not_a_token', 'role_not_configured'],
    request: { params, query: lookup },
    responses: {
      200: {
        description: 'The list; X-As-Of-Block says as of which block',
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
    'x-errors': ['not_a_token', 'role_not_configured', 'renderer_busy'],
    request: { params, query: picture },
    responses: { 200: { description: 'The picture', content: { ...png, ...svg, ...json } } },
  }),
  getTokenLogoPng: operation({
    ...media,
    operationId: 'getTokenLogoPng',
    method: 'get',
    tags: ['token'],
    path: '/v1/token/{address}/logo.png',
    summary: 'Logo of a share token as PNG, 64 pixels unless told otherwise',
    'x-errors': ['not_a_token', 'role_not_configured', 'renderer_busy'],
    request: { params, query: logo },
    responses: { 200: { description: 'The logo', content: { ...png, ...json } } },
  }),
  getTokenLogoSvg: operation({
    ...media,
    operationId: 'getTokenLogoSvg',
    method: 'get',
    tags: ['token'],
    path: '/v1/token/{address}/logo.svg',
    summary: 'Logo of a share token as SVG, 64 pixels unless told otherwise',
    'x-errors': ['not_a_token', 'role_not_configured'],
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
    request: { query: picture.extend({ address: EvmAddress }) },
    responses: { 200: { description: 'The picture', content: { ...png, ...svg, ...json } } },
  }),
}
