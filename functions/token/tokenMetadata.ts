import type * as z from 'zod'
import type { Address } from 'viem'
import type { TokenMetadata } from '../../schema/token/documents.ts'
import { readCoinDocument } from './artwork/readCoinDocument.ts'
import { knownAddress } from '../../shared/text/address.ts'
import { foreignWord, plainText, plainTextOrNull } from '../../shared/text/plainText.ts'
import type { ShareToken } from './rules/shareTokenCalls.ts'

/** The public addresses of a deployment; never taken from a request, whose Host header anyone can set. */
export interface TokenLinks {
  /** The API's public base, without a trailing slash: `https://api.example.com/api`. */
  readonly api: string
  /** The web application's. */
  readonly app: string
}

/** A URL of this family, with its chain and further parameters. */
export const tokenUrl = (
  links: TokenLinks,
  address: string,
  leaf: string,
  chainId: number,
  query: Readonly<Record<string, string>> = {},
): string => `${links.api}/v1/token/${address}/${leaf}?${new URLSearchParams({ chain: String(chainId), ...query })}`

/** Used if a token answers only one of `name()` and `symbol()`, or answers one that cannot be displayed. */
export const unnamed = { name: 'Share Token', symbol: 'TOKEN' } as const

/** The ERC-7572 document of a share token, from the fields read from it. `address` is checksummed (ERC-55). */
export function tokenMetadata(
  address: Address,
  chainId: number,
  token: ShareToken,
  links: TokenLinks,
): z.output<typeof TokenMetadata> {
  const name = plainText(token.name ?? '', 256) || unnamed.name
  const [owner, vault, coin, creator] = [token.owner, token.vault, token.coin.address, token.coin.owner].map(
    knownAddress,
  )
  const link = (leaf: string, query?: Record<string, string>) => tokenUrl(links, address, leaf, chainId, query)
  const large = link('image', { format: 'png', size: '1024' })
  const [document, png, svg] = [link('metadata'), link('image', { format: 'png' }), link('image', { format: 'svg' })]
  const artwork = coinImageUrl(token.coin.contractUri)
  const underlying = { name: shortText(token.coin.name), symbol: shortText(token.coin.symbol) }
  const collaborators = [...new Set([owner, creator].flatMap((each) => each ?? []))]
  const isOFT = token.oftVersion !== null

  return {
    id: `${chainId}:${address.toLowerCase()}`,
    name,
    symbol: plainText(token.symbol ?? '', 64) || unnamed.symbol,
    decimals: token.decimals,
    description: ownDescription(token) || defaultDescription(name, underlying.symbol),
    image: png,
    banner_image: large,
    featured_image: large,
    animation_url: svg,
    ...(vault ? { external_link: `${links.app}/vault/${vault}` } : {}),
    collaborators,
    metadata_uri: document,
    contract_uri: document,
    underlying: { bridgeSourceToken: 'creatorCoin', address: coin ?? null, ...underlying, image: artwork },
    extensions: {
      standards: ['ERC-20', 'ERC-7572', ...(isOFT ? ['OFT'] : [])],
      metadataApi: document,
      provenance: token.provenance,
      images: { png, svg },
      social: { ownerAddress: owner ?? null },
      coinPlatform: { creatorCoinAddress: coin ?? null, creatorAddress: creator ?? null },
      artwork: artwork === null ? null : { artworkUrl: artwork },
    },
    properties: {
      category: 'vault-share',
      version: shortText(token.version) ?? '1.0.0',
      chainId,
      owner: owner ?? null,
      vault: vault ?? null,
      bridgeSourceToken: 'creatorCoin',
      underlyingAsset: coin ?? null,
      underlyingAssetName: underlying.name,
      underlyingAssetSymbol: underlying.symbol,
      underlyingAssetImage: artwork,
      artworkUrl: artwork,
      creatorAddress: creator ?? null,
      metadataApi: document,
      imagePng: png,
      imageSvg: svg,
      website: links.app,
      isOFT,
      supportedChains: [chainId],
    },
  }
}

const shortText = (text: string | null): string | null => plainTextOrNull(text, 256)

/** description(), or the one in the token's own document if the token keeps it onchain. */
const ownDescription = ({ description, contractUri }: ShareToken): string =>
  plainText(description || (contractUri && readCoinDocument(contractUri)?.description) || '', 1000)

function defaultDescription(name: string, coin: string | null): string {
  const over = foreignWord(coin)
  return `${foreignWord(name) || unnamed.name} represents shares of a creator vault${over && ` over ${over}`}.`
}

/** The picture's address as the coin declares it; null for a picture that the document itself contains. */
function coinImageUrl(contractUri: string | null): string | null {
  const image = contractUri === null ? null : readCoinDocument(contractUri)?.image
  return image && image.length <= 2048 && /^(https|ipfs|ipns|ar):\/\/\S+$/.test(image) ? image : null
}
