import * as z from 'zod'
import { EvmAddress, ChainId } from '../common.ts'
import { addressOrNull, textOrNull } from '../fields.ts'
import { Provenance } from '../provenance.ts'

const url = (description: string) => z.string().meta({ format: 'uri', description })

/** ERC-7572, and besides its fields what wallets and marketplaces read. */
export const TokenMetadata = z
  .object({
    id: z.string().meta({
      description: 'Chain id and address in lower case, separated by a colon',
      example: '31337:0x5fbdb2315678afecb367f032d93f642f64180aa3',
    }),
    name: z.string().describe('Name of the share token'),
    symbol: z.string().describe('Symbol of the share token'),
    decimals: z.int().describe('Decimals of the share token'),
    description: z.string().describe('One sentence about the token and its creator coin'),
    image: url('URL of the picture as PNG, 512 pixels'),
    banner_image: url('URL of the picture as PNG, 1024 pixels'),
    featured_image: url('URL of the picture as PNG, 1024 pixels'),
    animation_url: url('URL of the picture as SVG'),
    external_link: url('URL of the vault’s page; absent if the token does not name a vault').optional(),
    collaborators: z.array(EvmAddress).describe('Owners of the share token and of the creator coin'),
    metadata_uri: url('URL of this document'),
    contract_uri: url('URL of this document'),
    underlying: z.object({
      bridgeSourceToken: z.literal('creatorCoin').meta({
        description: 'Token from which the share token is bridged: always the creator coin',
        type: 'string',
        enum: ['creatorCoin'],
      }),
      address: addressOrNull(
        'The creator coin, asset of the share token’s vault; null if the token does not name a vault',
      ),
      name: textOrNull('Name of the creator coin'),
      symbol: textOrNull('Symbol of the creator coin'),
      image: textOrNull('Image URL that the coin declares; null if the coin stores its image onchain'),
    }),
    extensions: z.object({
      standards: z.array(z.string()).describe('Standards that the token and this document implement'),
      metadataApi: url('URL of this document'),
      provenance: Provenance,
      images: z.object({ png: url('URL of the picture as PNG'), svg: url('URL of the picture as SVG') }),
      social: z.object({
        ownerAddress: addressOrNull('Owner of the creator coin (ERC-173); null if it has no owner'),
      }),
      coinPlatform: z.object({
        creatorCoinAddress: addressOrNull('The creator coin'),
        creatorAddress: addressOrNull('Owner of the creator coin'),
      }),
      artwork: z.object({ artworkUrl: z.string().describe('URL of the artwork that the coin declares') }).nullable(),
    }),
    properties: z.object({
      category: z.string().describe('Kind of token'),
      version: z.string().describe('Version of this set of properties'),
      chainId: ChainId,
      owner: addressOrNull('Owner of the share token'),
      vault: addressOrNull('Vault behind the share token'),
      bridgeSourceToken: z.string().describe('The same as `underlying.bridgeSourceToken`'),
      underlyingAsset: addressOrNull('The creator coin; the same as `underlying.address`'),
      underlyingAssetName: textOrNull('Name of the creator coin'),
      underlyingAssetSymbol: textOrNull('Symbol of the creator coin'),
      underlyingAssetImage: textOrNull('Image URL that the creator coin declares'),
      artworkUrl: textOrNull('URL of the artwork that the coin declares; null if it declares none'),
      creatorAddress: addressOrNull('ERC-173 owner of the creator coin'),
      metadataApi: z.string().describe('URL of this document'),
      imagePng: z.string().describe('URL of the picture as PNG'),
      imageSvg: z.string().describe('URL of the picture as SVG'),
      website: z.string().describe('Web page of the application'),
      isOFT: z.boolean().describe('Whether the token is an OFT: it implements oftVersion()'),
      supportedChains: z.array(z.int()).describe('EIP-155 chain ids on which this service serves the token'),
    }),
  })
  .meta({ id: 'TokenMetadata' })

/** A Token Lists document (https://uniswap.org/tokenlist.schema.json). */
export const TokenList = z
  .object({
    name: z.string().meta({ description: 'Name of the list', maxLength: 30 }),
    timestamp: z.string().meta({ format: 'date-time', description: 'Time of this version of the list, ISO 8601' }),
    version: z.object({
      major: z.int().describe('Increases when a token is removed'),
      minor: z.int().describe('Increases when a token is added'),
      patch: z.int().describe('Increases when details of a token change'),
    }),
    tokens: z.array(
      z.object({
        chainId: ChainId,
        address: EvmAddress.describe('The share token'),
        decimals: z.int().describe('Decimals of the share token'),
        name: z.string().meta({ description: 'Name of the share token', maxLength: 60 }),
        symbol: z.string().meta({ description: 'Symbol of the share token', maxLength: 20 }),
        logoURI: url('URL of the logo as PNG, 64 pixels'),
        extensions: z.object({
          logoSVG: z.string().meta({
            description:
              'URL of the logo as SVG, relative to `logoURI`, because the standard limits an extension to 42 characters',
            example: 'logo.svg?chain=31337',
          }),
        }),
      }),
    ),
  })
  .meta({ id: 'TokenList' })
