import { z } from '@hono/zod-openapi'
import { EvmAddress } from '../common.ts'
import { AgentId, AgentRegistry } from './answers.ts'

const shown = (description: string, example: string) => z.string().nullable().openapi({ description, example })

const ProfileFields = z.object({
  displayName: shown('Name to show; null without one', 'Ada'),
  bio: shown('A line about the person; null without one', 'Tends the Aurora vault'),
  website: shown('http or https URL; null without one', 'https://example.com/'),
  avatarUrl: shown('URL (http or https) of a picture; null without one', 'https://example.com/ada.png'),
  bannerUrl: shown('URL (http or https) of a picture; null without one', 'https://example.com/banner.png'),
  avatarSocialUri: shown('URI of a picture in the immutable storage; null without one', 'social://8d3f0b3c5a7e4f21'),
  bannerSocialUri: shown('URI of a picture in the immutable storage; null without one', 'social://1c9a77e0b2d84c55'),
})

const PortfolioWallet = z.object({
  address: EvmAddress.openapi({ description: 'A wallet of the account' }),
  isCanonical: z.boolean().openapi({ description: 'Whether entries and payments are made for it' }),
  kind: z
    .enum(['smart', 'owner'])
    .optional()
    .openapi({ description: 'smart: a contract wallet; owner: an account that signs; in mode self alone' }),
  linkedAt: z.iso
    .datetime()
    .optional()
    .openapi({ description: 'When it was linked, ISO 8601; in mode self alone', example: '2026-11-01T12:00:00.000Z' }),
})

const LinkedElsewhere = z.object({
  kind: z
    .enum(['social', 'svm', 'idp', 'email', 'chatapp', 'google', 'apple', 'tiktok'])
    .openapi({ description: 'Where, as in getAuthMe' }),
  id: z.string().openapi({ description: 'User id there, base58 public key, or e-mail address' }),
  handle: z.string().nullable().openapi({ description: 'Name there; null where there is none' }),
  linkedAt: z.iso.datetime().openapi({ description: 'When it was linked, ISO 8601' }),
})

const OnchainSummary = z.object({
  totalUsdValue: z.string().nullable().openapi({
    description: 'What the wallet holds on all chains, in US dollars as a decimal; null if it is not known here',
    example: '1234.56',
  }),
  asOf: z.iso.datetime().nullable().openapi({
    description: 'When a provider said so, ISO 8601; null if none has',
    example: '2026-11-22T09:00:00.000Z',
  }),
  source: z.enum(['wallet-intelligence', 'none']).openapi({
    description:
      'wallet-intelligence: what getWalletIntelligence found in the last hour; none: nobody has asked it for this wallet',
  }),
  wallet: EvmAddress.openapi({ description: 'The wallet that it is about' }),
})

const OnchainIdentity = z.object({
  agent: z
    .object({ agentId: AgentId, agentRegistry: AgentRegistry })
    .nullable()
    .openapi({ description: 'The ERC-8004 agent of the receipt that the request came with; null without one' }),
  vaults: z
    .array(
      z.object({
        vault: EvmAddress.openapi({ description: 'A creator vault' }),
        owner: EvmAddress.openapi({ description: 'The wallet that owns it on the chain' }),
        creatorCoin: EvmAddress.openapi({ description: 'Its creator coin' }),
        coinSymbol: z.string().nullable().openapi({ description: 'Symbol of the coin; null if it has none' }),
        asOf: z.iso.datetime().openapi({ description: 'When its owner was last read from the chain, ISO 8601' }),
      }),
    )
    .openapi({ description: 'Creator vaults that one of the shown wallets owns, by the last read; 20 at most' }),
})

/** What a person shows, and to themselves all that they have linked. */
export const Portfolio = z
  .object({
    mode: z
      .enum(['self', 'public'])
      .openapi({ description: 'self: of the credential’s own account; public: of the address that was asked for' }),
    profile: ProfileFields.nullable().openapi({ description: 'Null in mode self if the address has no account yet' }),
    wallets: z.array(PortfolioWallet).openapi({
      description:
        'Mode self: all wallets of the account. Mode public: the address that was asked for and the canonical one, no others',
    }),
    linked: z
      .array(LinkedElsewhere)
      .optional()
      .openapi({ description: 'Accounts elsewhere, the e-mail address among them; in mode self alone' }),
    onchainSummary: OnchainSummary.nullable().openapi({
      description:
        'Of the canonical wallet, or in mode public of the address that was asked for; null without an account',
    }),
    onchainIdentity: OnchainIdentity.nullable().openapi({
      description: 'Who the wallets are on the chain, as far as it is known here; null if nothing is',
    }),
  })
  .openapi('Portfolio')

const ExportedRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .openapi({ description: 'A row as it is stored: times in unix seconds, addresses in lower case' })

export const PortfolioExport = z
  .object({
    exportedAt: z.iso.datetime().openapi({ description: 'When it was read, ISO 8601' }),
    address: EvmAddress.openapi({ description: 'The address of the session' }),
    profileId: z.string().openapi({ description: 'The account’s own id' }),
    sections: z
      .array(
        z.object({
          name: z.string().openapi({ description: 'What the rows are about', example: 'wallets' }),
          rows: z.array(ExportedRow).openapi({ description: 'At most 500, in the order in which they were stored' }),
          nextCursor: z.string().nullable().openapi({
            description: 'For `cursor`, together with `section`, to read on; null if this is all',
            example: '1042',
          }),
        }),
      )
      .openapi({ description: 'Every kind of row that is held about the account, or the one that was asked for' }),
  })
  .openapi('PortfolioExport')

const Part = z.object({
  name: z.string().openapi({ description: 'Section of the export, or what else it is', example: 'linkedAccounts' }),
  text: z.string().openapi({ description: 'What becomes of it, and why, in plain English' }),
})

export const DeletionChallenge = z
  .object({
    confirmation: z
      .string()
      .openapi({ description: 'For deletePortfolio, with the same session', example: '0199d1f0c6c8b1d8'.repeat(4) }),
    expiresAt: z.iso.datetime().openapi({ description: 'Until when it can be used, ISO 8601' }),
    whatIsDeleted: z.array(Part).openapi({ description: 'What the deletion deletes' }),
    whatIsKept: z.array(Part).openapi({ description: 'What it does not delete' }),
  })
  .openapi('DeletionChallenge')

export const DeletedPortfolio = z
  .object({
    deleted: z.literal(true).openapi({ description: 'Always true', type: 'boolean', enum: [true] }),
    requestedAt: z.iso
      .datetime()
      .openapi({ description: 'When the account was deleted, ISO 8601; the same however often it is confirmed' }),
    status: z.enum(['done', 'in_progress']).openapi({
      description:
        'done: nothing of it is left; in_progress: the account is gone, and the rest follows within minutes by itself',
    }),
  })
  .openapi('DeletedPortfolio')
