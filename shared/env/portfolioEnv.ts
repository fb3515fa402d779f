import { optional, withDefault } from './declare.ts'
import { safeUrl, text, whole } from './formats.ts'

/** What is missing from an answer without a source of wallet intelligence. */
export const withoutSource = (name: string): string => `\`sources.${name}\` is \`unavailable\``

/** The provider that knows what wallets hold and did. */
export const portfolioVariables = {
  PORTFOLIO_API_URL: withDefault(safeUrl, 'https://api.zerion.io/v1', { meaning: 'the API of a portfolio provider' }),
  PORTFOLIO_KEY: optional(text, {
    provider: 'portfolioProvider',
    meaning: 'the key of that API',
    without: `${withoutSource('portfolio')}, and the tray of wallets is closed`,
    secret: true,
  }),
  INTELLIGENCE_SOURCE_MS: withDefault(whole(50, 10_000), '10000', {
    meaning: 'how long one source may take, in milliseconds',
  }),
}
