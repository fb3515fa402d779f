import type * as z from 'zod'
import type { Address } from 'viem'
import type { TokenList } from '../../schema/token/documents.ts'
import { plainText } from '../../shared/text/plainText.ts'
import type { ShareToken } from './rules/shareTokenCalls.ts'
import { type TokenLinks, tokenUrl, unnamed } from './tokenMetadata.ts'

/**
 * Increased together whenever the shape of the list changes; fixed in between, so that equal lists have equal ETags.
 */
const edition = { timestamp: '2026-11-01T00:00:00.000Z', version: { major: 1, minor: 0, patch: 0 } } as const

/**
 * The Token Lists document of one share token, within the bounds of its schema: a name of at most 60 characters, a
 * symbol of at most 20 without white space, an extension of at most 42. The SVG's URL is too long for an extension, so
 * it is relative to logoURI (RFC 3986, section 5). Source: https://uniswap.org/tokenlist.schema.json.
 */
export function tokenList(
  address: Address,
  chainId: number,
  token: ShareToken,
  links: TokenLinks,
): z.output<typeof TokenList> {
  return {
    name: 'Creator Vault Share Token',
    ...edition,
    tokens: [
      listEntry(
        address,
        chainId,
        {
          decimals: token.decimals,
          name: listedName(token.name) || unnamed.name,
          symbol: listedSymbol(token.symbol) || unnamed.symbol,
        },
        links,
      ),
    ],
  }
}

/** A token's entry in a list; its name and symbol are as listedName and listedSymbol give them. */
export const listEntry = (
  address: Address,
  chainId: number,
  token: { readonly name: string; readonly symbol: string; readonly decimals: number },
  links: TokenLinks,
): z.output<typeof TokenList>['tokens'][number] => ({
  chainId,
  address,
  decimals: token.decimals,
  name: token.name,
  symbol: token.symbol,
  logoURI: tokenUrl(links, address, 'logo.png', chainId),
  extensions: { logoSVG: `logo.svg?chain=${chainId}` },
})

/** A name as the schema of token lists takes it; empty if nothing of it can be displayed. */
export const listedName = (name: string | null): string => plainText(name ?? '', 60)

/** The same of a symbol, which has no white space. */
export const listedSymbol = (symbol: string | null): string =>
  plainText((symbol ?? '').replace(/\s/gu, ''), 20).replaceAll(' ', '')
