import * as z from 'zod'
import { EvmAddress } from '../common.ts'
import { textOrNull } from '../fields.ts'
import { AgentId, AgentRegistry } from './answers.ts'

const shown = (description: string, example: string) => z.string().nullable().meta({ description, example })

const ProfileFields = z.object({
  displayName: shown('Display name; null without one', 'Ada'),
  bio: shown('One line about the person; null without one', 'Tends the Aurora vault'),
  website: shown('http or https URL; null without one', 'https://example.com/'),
  avatarUrl: shown('URL (http or https) of a picture; null without one', 'https://example.com/ada.png'),
  bannerUrl: shown('URL (http or https) of a picture; null without one', 'https://example.com/banner.png'),
  avatarSocialUri: shown(
    'URI (`social://`) of a picture in immutable storage; null without one',
    'social://8d3f0b3c5a7e4f21',
  ),
  bannerSocialUri: shown(
    'URI (`social://`) of a picture in immutable storage; null without one',
    'social://1c9a77e0b2d84c55',
  ),
})

const PortfolioWallet = z.object({
  address: EvmAddress.describe('Wallet of the account'),
  isCanonical: z.boolean().describe('Whether it is the canonical wallet, which receives lottery entries and payments'),
  kind: z
    .enum(['smart', 'owner'])
    .optional()
    .describe('`smart`: a contract wallet; `owner`: an EOA. Absent in mode `public`'),
  linkedAt: z.iso.datetime().optional().meta({
    description: 'When it was linked, ISO 8601. Absent in mode `public`',
    example: '2026-11-01T12:00:00.000Z',
  }),
})

const LinkedElsewhere = z.object({
  kind: z
    .enum(['social', 'svm', 'idp', 'email', 'chatapp', 'google', 'apple', 'tiktok'])
    .describe('Kind of identity, as in getAuthMe'),
  id: z.string().describe('User id, base58 public key or e-mail address'),
  handle: textOrNull('User name; null if there is none'),
  linkedAt: z.iso.datetime().describe('When it was linked, ISO 8601'),
})

const OnchainSummary = z.object({
  totalUsdValue: z.string().nullable().meta({
    description: 'Value of the wallet’s holdings on all chains, in US dollars as a decimal string; null if unknown',
    example: '1234.56',
  }),
  asOf: z.iso.datetime().nullable().meta({
    description: 'When a provider reported the value, ISO 8601; null if unknown',
    example: '2026-11-22T09:00:00.000Z',
  }),
  source: z
    .enum(['wallet-intelligence', 'none'])
    .describe(
      '`wallet-intelligence`: a result of getWalletIntelligence from the last hour; `none`: there is no such result',
    ),
  wallet: EvmAddress.describe('Wallet whose holdings these are'),
})

const OnchainIdentity = z.object({
  agent: z
    .object({ agentId: AgentId, agentRegistry: AgentRegistry })
    .nullable()
    .describe('ERC-8004 agent of the request’s SIWA receipt; null without one'),
  vaults: z
    .array(
      z.object({
        vault: EvmAddress.describe('Creator vault'),
        owner: EvmAddress.describe('Onchain owner of the vault'),
        creatorCoin: EvmAddress.describe('Creator coin of the vault'),
        coinSymbol: textOrNull('Symbol of the creator coin; null if it has none'),
        asOf: z.iso.datetime().describe('When the owner was last read from the chain, ISO 8601'),
      }),
    )
    .describe('Creator vaults that the shown wallets own as of the last read, at most 20'),
})

/** A profile: public fields, and for its owner all wallets and links. */
export const Portfolio = z
  .object({
    mode: z
      .enum(['self', 'public'])
      .describe('`self`: the caller’s own profile; `public`: the public profile of `address`'),
    profile: ProfileFields.nullable().describe('Profile fields; null in mode `self` if the address has no account yet'),
    wallets: z
      .array(PortfolioWallet)
      .describe('Mode `self`: all wallets of the account. Mode `public`: only `address` and the canonical wallet'),
    linked: z
      .array(LinkedElsewhere)
      .optional()
      .describe('Linked identities, including the e-mail address. Absent in mode `public`'),
    onchainSummary: OnchainSummary.nullable().describe(
      'Holdings of the canonical wallet, or of `address` in mode `public`; null without an account',
    ),
    onchainIdentity: OnchainIdentity.nullable().describe(
      'Agent and vaults of the wallets, from stored reads of the chain; null if there are none',
    ),
  })
  .meta({ id: 'Portfolio' })

const ExportedRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .describe('Stored row: times in unix seconds, addresses in lower case')

export const PortfolioExport = z
  .object({
    exportedAt: z.iso.datetime().describe('When the data was read, ISO 8601'),
    address: EvmAddress.describe('Address that signed in'),
    profileId: z.string().describe('Id of the account'),
    sections: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Name of the section', example: 'wallets' }),
          rows: z.array(ExportedRow).describe('Rows of the section, oldest first, at most 500'),
          nextCursor: z.string().nullable().meta({
            description: '`cursor` for the next page of this `section`; null on the last page',
            example: '1042',
          }),
        }),
      )
      .describe('All sections, or the one in the request'),
  })
  .meta({ id: 'PortfolioExport' })

const Part = z.object({
  name: z.string().meta({ description: 'Section of the export, or name of other data', example: 'linkedAccounts' }),
  text: z.string().describe('What happens to the data and why, in plain English'),
})

export const DeletionChallenge = z
  .object({
    confirmation: z.string().meta({
      description: 'Confirmation for deletePortfolio, with the same credential',
      example: '0199d1f0c6c8b1d8'.repeat(4),
    }),
    expiresAt: z.iso.datetime().describe('When the confirmation expires, ISO 8601'),
    whatIsDeleted: z.array(Part).describe('Data that the deletion deletes'),
    whatIsKept: z.array(Part).describe('Data that the deletion keeps'),
  })
  .meta({ id: 'DeletionChallenge' })

export const DeletedPortfolio = z
  .object({
    deleted: z.literal(true).meta({ description: 'Always true', type: 'boolean', enum: [true] }),
    requestedAt: z.iso.datetime().describe('When the account was deleted, ISO 8601; the same in every repeat'),
    status: z
      .enum(['done', 'in_progress'])
      .describe(
        '`done`: all data is deleted; `in_progress`: the account is deleted, and the rest follows within minutes without another request',
      ),
  })
  .meta({ id: 'DeletedPortfolio' })
