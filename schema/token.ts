import { z } from '@hono/zod-openapi'
import { chain, EvmAddress, minBlock, ChainId } from './common.ts'
import { operation } from './operation.ts'

const url = (description: string) => z.string().openapi({ format: 'uri', description })

/** ERC-7572, and beside its fields what wallets and markets of this field read. */
export const TokenMetadata = z
  .object({
    id: z.string().openapi({
      description: 'Chain id and lower-case address',
      example: '8453:0x5fbdb2315678afecb367f032d93f642f64180aa3',
    }),
    name: z.string().openapi({ description: 'Name of the share token' }),
    symbol: z.string().openapi({ description: 'Symbol of the share token' }),
    decimals: z.int().openapi({ description: 'Decimals of its base units' }),
    description: z.string().openapi({ description: 'A sentence about the token and what backs it' }),
    image: url('PNG, 512 pixels'),
    banner_image: url('PNG, 1024 pixels'),
    featured_image: url('PNG, 1024 pixels'),
    animation_url: url('SVG'),
    external_link: url('The page of the vault; absent where the token names no vault').optional(),
    collaborators: z.array(EvmAddress).openapi({ description: 'Owners of the share token and of the creator coin' }),
    metadata_uri: url('This document'),
    contract_uri: url('This document'),
    underlying: z.object({
      bridgeSourceToken: z.literal('creatorCoin').openapi({
        description: 'What the share token is bridged from: always the creator coin',
        type: 'string',
        enum: ['creatorCoin'],
      }),
      address: EvmAddress.nullable().openapi({
        description: 'The creator coin: asset of the vault behind the share token; null where no vault is named',
      }),
      name: z.string().nullable().openapi({ description: 'Name of the creator coin' }),
      symbol: z.string().nullable().openapi({ description: 'Symbol of the creator coin' }),
      image: z.string().nullable().openapi({ description: 'As the coin declares it; null where it holds it onchain' }),
    }),
    extensions: z.object({
      standards: z.array(z.string()).openapi({ description: 'Standards that the token and this document follow' }),
      metadataApi: url('This document'),
      images: z.object({ png: url('PNG'), svg: url('SVG') }),
      social: z.object({
        ownerAddress: EvmAddress.nullable().openapi({
          description: 'Owner of the creator coin (ERC-173); null where it has none',
        }),
      }),
      coinPlatform: z.object({
        creatorCoinAddress: EvmAddress.nullable().openapi({ description: 'The creator coin' }),
        creatorAddress: EvmAddress.nullable().openapi({ description: 'Owner of the creator coin' }),
      }),
      artwork: z
        .object({ artworkUrl: z.string().openapi({ description: 'URL of the artwork that the coin declares' }) })
        .nullable(),
    }),
    properties: z.object({
      category: z.string().openapi({ description: 'Kind of token' }),
      version: z.string().openapi({ description: 'Version of this set of properties' }),
      chainId: ChainId,
      owner: EvmAddress.nullable().openapi({ description: 'Owner of the share token' }),
      vault: EvmAddress.nullable().openapi({ description: 'Vault behind the share token' }),
      bridgeSourceToken: z.string().openapi({ description: 'As underlying.bridgeSourceToken' }),
      underlyingAsset: EvmAddress.nullable().openapi({ description: 'The creator coin, as underlying.address' }),
      underlyingAssetName: z.string().nullable().openapi({ description: 'Name of the creator coin' }),
      underlyingAssetSymbol: z.string().nullable().openapi({ description: 'Symbol of the creator coin' }),
      underlyingAssetImage: z
        .string()
        .nullable()
        .openapi({ description: 'Image of the creator coin, as it declares it' }),
      artworkUrl: z
        .string()
        .nullable()
        .openapi({ description: 'URL of the artwork that the coin declares; null without one' }),
      creatorAddress: EvmAddress.nullable().openapi({ description: 'ERC-173 owner of the creator coin' }),
      metadataApi: z.string().openapi({ description: 'URL of this document' }),
      imagePng: z.string().openapi({ description: 'URL of the picture as PNG' }),
      imageSvg: z.string().openapi({ description: 'URL of the picture as SVG' }),
      website: z.string().openapi({ description: 'Web page of the application' }),
      isOFT: z.boolean().openapi({ description: 'The token answers oftVersion()' }),
      supportedChains: z.array(z.int()).openapi({ description: 'EIP-155 chain ids on which the token is served here' }),
    }),
  })
  .openapi('TokenMetadata')

/** A Token Lists document with one token (https://uniswap.org/tokenlist.schema.json). */
export const TokenList = z
  .object({
    name: z.string().openapi({ description: 'Name of the list', maxLength: 30 }),
    timestamp: z.string().openapi({ format: 'date-time', description: 'When this version of the list was made' }),
    version: z.object({
      major: z.int().openapi({ description: 'Rises when a token is removed' }),
      minor: z.int().openapi({ description: 'Rises when a token is added' }),
      patch: z.int().openapi({ description: 'Rises when details of a token change' }),
    }),
    tokens: z.array(
      z.object({
        chainId: ChainId,
        address: EvmAddress.openapi({ description: 'The share token' }),
        decimals: z.int().openapi({ description: 'Decimals of its base units' }),
        name: z.string().openapi({ description: 'Name of the share token', maxLength: 60 }),
        symbol: z.string().openapi({ description: 'Symbol of the share token', maxLength: 20 }),
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
    contentType: z.enum(['image/png', 'image/svg+xml']).openapi({ description: 'Media type of the picture' }),
    dataUri: z.string().openapi({ description: 'The picture', example: 'data:image/png;base64,iVBORw0KGgo' }),
  })
  .openapi('TokenImage')

const ShareToken = EvmAddress.openapi({ description: 'The share token; not its vault, nor the creator coin' })
const params = z.object({ address: ShareToken })
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
    description:
      'Describes a share token for wallets and markets (ERC-7572 contract metadata): names, pictures, and the creator coin and vault behind it. Read from the share token, its vault and the creator coin at the block of X-As-Of-Block. For what the vault holds or earns use getVaultReport; for a list entry use getTokenListEntry.',
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
    description:
      'A Token Lists document with this one share token, for wallets that import lists by URL. Name, symbol and decimals are read from the share token. For the creator coin and the vault behind it use getTokenMetadata.',
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
    description:
      'Draws the picture of a share token from its symbol and the artwork of the creator coin, as PNG or SVG. Accept: application/json gets the same as a data URI. For the small logo of a token list use getTokenLogoPng or getTokenLogoSvg.',
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
    description:
      'The picture of a share token as a small PNG under a stable URL, as token lists and wallets want it. Accept: application/json gets it as a data URI. For other sizes and SVG use getTokenImage.',
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
    description:
      'The picture of a share token as a small SVG under a stable URL, as token lists and wallets want it. Accept: application/json gets it as a data URI. For other sizes and PNG use getTokenImage.',
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
    description:
      'The same picture as getTokenImage, for callers that can only set a query: the share token is a parameter. Each token has a budget of its own. Use getTokenImage where a path will do.',
    request: { query: picture.extend({ address: ShareToken }) },
    responses: { 200: { description: 'The picture', content: { ...png, ...svg, ...json } } },
  }),
}
