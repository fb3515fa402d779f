import { z } from '@hono/zod-openapi'
import { EvmAddress } from '../common.ts'

/** What an account can be linked to, by the names that callers use. */
export const LINK_PROVIDERS = [
  'google',
  'apple',
  'twitter',
  'chatapp',
  'tiktok',
  'external_eoa',
  'email',
  'cointrend_cross_app',
  'wallet',
] as const

const values = (description: string) => z.array(z.string()).openapi({ description })

const linkedMethods = z.object({
  google: values('User ids at Google (`sub`)'),
  apple: values('User ids at Apple (`sub`)'),
  twitter: values('User ids at the social platform, decimal'),
  chatapp: values('User id in the chat app, decimal; at most one'),
  tiktok: values('User ids at TikTok'),
  external_eoa: values('EVM wallets whose key the identity provider does not keep, EIP-55'),
  email: values('Verified e-mail address, in lower case; at most one'),
  cointrend_cross_app: values('User id at the trend provider; at most one, and only after resolveTrendProfile'),
  wallet: values('All wallets with a key: EVM addresses in EIP-55, then SVM public keys in base58'),
})

const unknown = (reason: string) =>
  z
    .string()
    .nullable()
    .openapi({ description: `Always null: ${reason}` })

const accountSignals = z.object({
  linked: z.boolean().openapi({ description: 'Whether the account has a wallet beside the user' }),
  canonicalSwAddress: EvmAddress.nullable().openapi({
    description: 'Canonical smart-contract wallet of the account; null until there is one',
  }),
  creatorCoin: unknown('who owns a vault is not stored with accounts; search it with listExploreVaults'),
  coinTrendHandle: z.string().nullable().openapi({
    description: 'Handle at the trend provider; null until resolveTrendProfile has found it',
    example: null,
  }),
  basename: unknown('names are not stored with accounts; getWalletIntelligence looks them up'),
  primaryWalletAddress: EvmAddress.nullable().openapi({
    description: 'Wallet that entries and payments are made for; null where the account has none',
  }),
  embeddedEoaAddress: EvmAddress.nullable().openapi({
    description: 'Wallet whose key the identity provider keeps for the user; null where there is none',
  }),
  lastResolvedAt: z.iso.datetime().openapi({ description: 'When the identity provider was asked, ISO 8601' }),
  executionTrack: z.enum(['canonical-wallet', 'none-yet']).openapi({
    description: 'What executes for the account: its canonical smart-contract wallet, or nothing yet',
  }),
})

/** What is told about an account to its owner. */
export const accountPayload = {
  idpUserId: z
    .string()
    .openapi({ description: 'User id at the identity provider', example: 'did:privy:clq5k1z7y00ab12345678abcd' }),
  email: z.string().nullable().openapi({
    description: 'Linked e-mail address, in lower case; null where none is',
    example: 'ada@example.com',
  }),
  emailVerified: z.boolean().openapi({ description: 'Whether there is one: only a verified one is linked' }),
  appAccessStatus: z.enum(['pending', 'approved', 'denied']).nullable().openapi({
    description: 'State of the waitlist entry; null where the account is not on the waitlist',
  }),
  baseSubAccount: unknown('nothing here can prove who owns a sub-account'),
  linkedMethods: linkedMethods.openapi({ description: 'What is linked, as `value` of unlinkAccount takes it' }),
  accountSignals,
  score: z.object({
    points: z.int().min(0).openapi({ description: 'Points of the waitlist; not the credits for free entries' }),
    tier: unknown('no tiers are defined'),
  }),
} as const

export const AccountPayload = z.object(accountPayload).openapi('AccountPayload')
