import * as z from 'zod'
import { addressOrNull } from '../fields.ts'

/** Kinds of identities that an account can link, by the names that callers use. */
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

const values = (description: string) => z.array(z.string()).describe(description)

const LinkedMethods = z
  .object({
    google: values('User ids at Google (`sub`)'),
    apple: values('User ids at Apple (`sub`)'),
    twitter: values('User ids on the social platform, decimal'),
    chatapp: values('User id in the chat app, decimal; at most one'),
    tiktok: values('User ids at TikTok'),
    external_eoa: values('EVM wallets whose private key the identity provider does not hold, EIP-55'),
    email: values('Verified e-mail address, in lower case; at most one'),
    cointrend_cross_app: values('User id at the trend provider; at most one, and only after resolveTrendProfile'),
    wallet: values('All wallets that sign with a private key: EVM addresses (EIP-55), then SVM public keys (base58)'),
  })
  .meta({ id: 'LinkedMethods' })

const unknown = (reason: string) => z.string().nullable().describe(`Always null: ${reason}`)

const AccountSignals = z
  .object({
    linked: z.boolean().describe('Whether the account has a wallet'),
    canonicalSwAddress: addressOrNull('Canonical wallet of the account if it is a smart wallet; else null'),
    creatorCoin: unknown('accounts do not store vault ownership; use listExploreVaults'),
    coinTrendHandle: z.string().nullable().meta({
      description: 'Handle at the trend provider; null until resolveTrendProfile finds it',
      example: null,
    }),
    basename: unknown('accounts do not store names; use getWalletIntelligence'),
    primaryWalletAddress: addressOrNull(
      'Canonical wallet: receives lottery entries and payments; null if the account has no wallet',
    ),
    embeddedEoaAddress: addressOrNull('Embedded wallet; the identity provider holds its private key. Null without one'),
    lastResolvedAt: z.iso.datetime().describe('When the identity provider was read, ISO 8601'),
    executionTrack: z
      .enum(['canonical-wallet', 'none-yet'])
      .describe(
        'Wallet that executes for the account: `canonical-wallet`, its canonical smart wallet; `none-yet`: there is no such wallet',
      ),
  })
  .meta({ id: 'AccountSignals' })

/** An account as its owner sees it. */
export const accountPayload = {
  idpUserId: z
    .string()
    .meta({ description: 'User id at the identity provider', example: 'did:privy:clq5k1z7y00ab12345678abcd' }),
  email: z.string().nullable().meta({
    description: 'Linked e-mail address, in lower case; null if none is linked',
    example: 'ada@example.com',
  }),
  emailVerified: z.boolean().describe('Whether `email` is set: only verified addresses are linked'),
  appAccessStatus: z
    .enum(['pending', 'approved', 'denied'])
    .nullable()
    .describe('State of the waitlist entry; null if the account is not on the waitlist'),
  baseSubAccount: unknown('this service cannot verify the owner of a sub-account'),
  linkedMethods: LinkedMethods.describe('Linked identities, as `value` of unlinkAccount accepts them'),
  accountSignals: AccountSignals,
  score: z.object({
    points: z.int().min(0).describe('Waitlist points; not the credits for free lottery entries'),
    tier: unknown('tiers are not defined'),
  }),
} as const

export const AccountPayload = z.object(accountPayload).meta({ id: 'AccountPayload' })
