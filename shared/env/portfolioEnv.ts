import { optional, withDefault } from './declare.ts'
import { safeUrl, text, whole } from './formats.ts'

/** Effect of a missing source of wallet intelligence. */
export const withoutSource = (name: string): string => `\`sources.${name}\` is \`unavailable\``

/** The provider that knows what wallets hold and did. */
export const portfolioVariables = {
  PORTFOLIO_API_URL: withDefault(safeUrl, 'https://api.zerion.io/v1', { meaning: 'API of the portfolio provider' }),
  PORTFOLIO_KEY: optional(text, {
    provider: 'portfolioProvider',
    meaning: 'key of the portfolio provider',
    without: `${withoutSource('portfolio')}, and holdings of wallets are unavailable`,
    secret: true,
  }),
  INTELLIGENCE_SOURCE_MS: withDefault(whole(50, 10_000), '10000', {
    meaning: 'timeout of one source, in milliseconds',
  }),
}
