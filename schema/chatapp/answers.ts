import * as z from 'zod'
import { addressOrNull, flagOrNull, textOrNull, timeOrNull } from '../fields.ts'

/** A user id of the chat app: positive, at most 52 significant bits, as a decimal string. */
export const ChatappUserId = z
  .string()
  .regex(/^[1-9][0-9]{0,15}$/)
  .meta({ id: 'ChatappUserId', description: 'User id in the chat app, as a decimal string', example: '279058397' })

const chatappUsername = z
  .string()
  .nullable()
  .meta({ description: 'User name in the chat app, without @; null if the user has none', example: 'vdkfrost' })

export const MiniappContext = {
  chatappUserId: ChatappUserId,
  chatappUsername,
  chatId: textOrNull('Id of the chat that opened the Mini App; null if the launch data has none'),
  chatType: z.string().nullable().meta({
    description: 'Type of that chat: sender, private, group, supergroup or channel; null if the launch data has none',
    example: 'sender',
  }),
  chatInstance: z.string().nullable().meta({
    description: 'Opaque id of the chat, the same for all its users; null if the launch data has none',
    example: '-3788475317572404878',
  }),
  expiresAt: z.iso.datetime().describe('When the session expires, ISO 8601'),
} as const

export const MiniappSession = z
  .object({
    sessionToken: z.string().meta({
      description: 'Identifies the chat user to the other operations until `expiresAt`',
      example: '279058397.o5XwGkqf0hQyQ7vG0yq3x1b2c4d5e6f7',
    }),
    ...MiniappContext,
  })
  .meta({ id: 'MiniappSession' })

const idpUserId = z
  .string()
  .meta({ description: 'User id at the identity provider', example: 'did:privy:clq5k1z7y00ab12345678abcd' })
const email = z.string().meta({ description: 'Verified e-mail address, in lower case', example: 'ada@example.com' })
const canonicalCswAddress = addressOrNull(
  'Canonical wallet of the account if it is a smart wallet; null until there is one',
)

export const LinkReadiness = z
  .object({
    ready: z
      .boolean()
      .describe('Whether the user of the access token has this verified e-mail address. If false, ask again'),
    account: z
      .object({
        idpUserId,
        email,
        emailVerified: z.literal(true).describe('Always true'),
        canonicalCswAddress,
      })
      .nullable()
      .describe('Account of the e-mail address; null while `ready` is false'),
  })
  .meta({ id: 'LinkReadiness' })

export const LINK_STATUSES = ['active', 'pending_wallet_setup', 'revoked'] as const

export const ChatappLink = z
  .object({
    chatappUserId: ChatappUserId,
    chatappUsername,
    profileId: z.string().meta({ description: 'Id of the account', example: '0b6c1a52-8f0e-4d3f-9d5c-5d8b7f7a1c11' }),
    idpUserId,
    canonicalCswAddress,
    ownerVerified: flagOrNull(
      'Whether the canonical wallet’s contract names a key of the account as its owner now; use of the wallet requires it. confirmWalletOwner links such a wallet. `null` if the chain could not be read: ask again',
    ),
    linkStatus: z
      .enum(LINK_STATUSES)
      .describe(
        '`active`: linked, and the account has a canonical smart wallet; `pending_wallet_setup`: linked, but without a canonical smart wallet; `revoked`: unlinked',
      ),
    linkedAt: z.iso.datetime().describe('When this link was created, ISO 8601'),
    lastVerifiedAt: z.iso.datetime().describe('When both identities were last verified together, ISO 8601'),
    revokedAt: timeOrNull('When the link was revoked, ISO 8601; null while it is not'),
    failureCount: z.int().meta({
      description: 'Number of attempts that a conflict refused since the link was last verified',
      example: 0,
    }),
    lastFailureReason: textOrNull('Error code of the last refused attempt; null if there is none'),
  })
  .meta({ id: 'ChatappLink' })

export const CanonicalAccount = z
  .object({
    profileId: z.string().meta({ description: 'Id of the account', example: '0b6c1a52-8f0e-4d3f-9d5c-5d8b7f7a1c11' }),
    idpUserId,
    email,
    emailVerified: z.literal(true).describe('Always true'),
    canonicalCswAddress,
    embeddedEoaAddress: addressOrNull(
      'Embedded wallet at the identity provider, which signs for the account; null until there is one',
    ),
    ownerVerified: flagOrNull('Same as `ownerVerified` of the link'),
    executionTrack: z
      .enum(['canonical-wallet', 'none-yet'])
      .describe(
        'Wallet that executes for the account: `canonical-wallet`, its canonical smart wallet; `none-yet`: there is no such wallet',
      ),
  })
  .meta({ id: 'CanonicalAccount' })

export const CompletedLink = z
  .object({ link: ChatappLink, account: CanonicalAccount })
  .meta({ id: 'CompletedChatappLink' })

export const MiniappStatus = z
  .object({
    session: z.object(MiniappContext),
    link: ChatappLink.nullable().describe('Link of the chat user; null if the chat user was never linked'),
  })
  .meta({ id: 'MiniappStatus' })

export const UnlinkedChatapp = z
  .object({
    link: ChatappLink.nullable().describe('Revoked link; null if the chat user was never linked'),
  })
  .meta({ id: 'UnlinkedChatapp' })
