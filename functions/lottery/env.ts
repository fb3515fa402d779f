import * as z from 'zod'
import { authVariables, ingestVariables } from '../../shared/env/authEnv.ts'
import { binding, optional, previous, secret, withDefault } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import {
  addresses,
  hex32,
  matching,
  oneOf,
  format,
  safeUrl,
  settings,
  text,
  urls,
  whole,
} from '../../shared/env/formats.ts'
import type { AmoeLedger } from './amoe/AmoeLedger.ts'
import type { AmoePost } from './amoe/AmoePost.ts'
import { isBase58 } from '../../shared/text/bytes.ts'
import { MarketplaceSettings } from './marketplace/MarketplaceSettings.ts'

const key32 = format('32 bytes in base58', (given) => (isBase58(given, 32) ? given : undefined))

/** The source of tickets of the other chain. */
export const svmVariables = {
  SVM_RPC_URLS: withDefault(urls, '', {
    provider: 'ticketChain',
    meaning: 'nodes of the SVM chain (Solana), in order of preference; they must keep logs and history',
    without: 'deliveries are 503 `ingest_not_configured`',
    secret: true,
  }),
  SVM_HOOK_PROGRAM: optional(key32, {
    provider: 'ticketChain',
    meaning: 'program of the SVM chain whose events are lottery tickets',
    without: 'deliveries are 503 `ingest_not_configured`',
  }),
  SVM_GENESIS_HASH: withDefault(key32, '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', {
    meaning: 'genesis hash that every node of the SVM chain must return; by default that of the main network',
  }),
}

export const amoeVariables = {
  AMOE_NONCE_SECRET: secret('seals the challenges of free entries'),
  AMOE_NONCE_SECRET_PREVIOUS: previous,
  AMOE_ATTESTOR_KEY: optional(hex32, {
    meaning: 'private key of the attestor that the router names; it has no `_PREVIOUS`',
    secret: true,
  }),
  AMOE_ATTESTATION: withDefault(oneOf(['typed', 'chain-hash']), 'typed', {
    meaning:
      'attestation of a free entry: `typed`, EIP-712 data; `chain-hash`, the hash that the router returns, signed by EIP-191',
  }),
  AMOE_FINALITY: withDefault(
    matching('finalized, safe, or a number of blocks', /^(finalized|safe|\d{1,6})$/),
    'finalized',
    {
      meaning:
        'when a block is final, so that an entry that is not in it is refunded: `finalized`, `safe`, or a number of confirmations',
    },
  ),
  AMOE_RELAYERS: withDefault(addresses, '', {
    meaning: 'addresses that relay free entries, besides the relayer that the lottery manager names',
    without: 'none',
  }),
  SOCIAL_API_URL: withDefault(safeUrl, 'https://api.x.com/2', { meaning: 'base URL of the social platform’s API v2' }),
  SOCIAL_API_TOKEN: optional(text, {
    provider: 'socialPlatform',
    meaning: 'bearer token of the application for the social platform',
    secret: true,
  }),
}

/** Its JSON is checked when a Worker starts. */
export const marketplace = optional(
  settings('`agent` and `ticket`, as in localnet/marketplace.ts', MarketplaceSettings),
  {
    meaning: 'contents of the marketplace documents',
  },
)

export const LotteryEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...ingestVariables,
  ...svmVariables,
  ...amoeVariables,
  DB: binding<D1Database>('database', 'D1: accounts, the log index, credits, tickets'),
  AMOE_LEDGER: binding<DurableObjectNamespace<AmoeLedger>>(
    'object',
    'Durable Objects of `lottery`: credits and free entries per account',
  ),
  AMOE_POST: binding<DurableObjectNamespace<AmoePost>>(
    'object',
    'Durable Objects of `lottery`: posts that have earned a credit',
  ),
  KEY_COVERAGE_LAG: withDefault(whole(1, 9999), '1', {
    meaning: 'staked room keys are read this number of blocks behind the newest block',
  }),
  MARKETPLACE: marketplace,
})
export type LotteryEnv = z.output<typeof LotteryEnv>
