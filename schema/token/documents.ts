import { z } from '@hono/zod-openapi'
import { EvmAddress, ChainId } from '../common.ts'

const url = (description: string) => z.string().openapi({ format: 'uri', description })

/** ERC-7572, and besides its fields what wallets and marketplaces read. */
export const TokenMetadata = z
  .object({
    id: z.string().openapi({
      description: 'Chain id and lower-case address',
      example: '31337:0x5fbdb2315678afecb367f032d93f642f64180aa3',
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
      image: z
        .string()
        .nullable()
        .openapi({ description: 'As the coin declares it; null if the coin stores it onchain' }),
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

/** A Token Lists document (https://uniswap.org/tokenlist.schema.json). */
export const TokenList = z
  .object({
    name: z.string().openapi({ description: 'Name of the list', maxLength: 30 }),
    timestamp: z.string().openapi({ format: 'date-time', description: 'When this version of the list was created' }),
    version: z.object({
      major: z.int().openapi({ description: 'Increases when a token is removed' }),
      minor: z.int().openapi({ description: 'Increases when a token is added' }),
      patch: z.int().openapi({ description: 'Increases when details of a token change' }),
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
            description: 'The logo as SVG, relative to logoURI: an extension has at most 42 characters',
            example: 'logo.svg?chain=31337',
          }),
        }),
      }),
    ),
  })
  .openapi('TokenList')
