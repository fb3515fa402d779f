import { z } from '@hono/zod-openapi'
import { EvmAddress } from '../common.ts'

/** A user id of the chat app: positive, at most 52 significant bits, here as decimal text. */
export const ChatappUserId = z
  .string()
  .regex(/^[1-9][0-9]{0,15}$/)
  .openapi('ChatappUserId', { description: 'User id in the chat app, decimal', example: '279058397' })

const chatappUsername = z
  .string()
  .nullable()
  .openapi({ description: 'User name in the chat app, without @; null where the user has none', example: 'vdkfrost' })

export const MiniappContext = {
  chatappUserId: ChatappUserId,
  chatappUsername,
  chatId: z
    .string()
    .nullable()
    .openapi({ description: 'Chat that the Mini App was opened from; null where the launch data names none' }),
  chatType: z
    .string()
    .nullable()
    .openapi({ description: 'Kind of that chat: sender, private, group, supergroup or channel', example: 'sender' }),
  chatInstance: z
    .string()
    .nullable()
    .openapi({ description: 'Opaque id of the chat, the same for every user in it', example: '-3788475317572404878' }),
  expiresAt: z.iso.datetime().openapi({ description: 'When the session ends, ISO 8601' }),
} as const

export const MiniappSession = z
  .object({
    sessionToken: z.string().openapi({
      description:
        'Proves the chat identity to the other operations until expiresAt; a newer one for the same launch data revokes it',
      example: '279058397.o5XwGkqf0hQyQ7vG0yq3x1b2c4d5e6f7',
    }),
    ...MiniappContext,
  })
  .openapi('MiniappSession')

const idpUserId = z
  .string()
  .openapi({ description: 'User id at the identity provider', example: 'did:privy:clq5k1z7y00ab12345678abcd' })
const email = z.string().openapi({ description: 'Verified e-mail address, in lower case', example: 'ada@example.com' })
const canonicalCswAddress = EvmAddress.nullable().openapi({
  description: 'Canonical smart-contract wallet of the account, which executes for it; null until there is one',
})

export const LinkReadiness = z
  .object({
    ready: z.boolean().openapi({
      description: 'Whether the active session at the identity provider resolves to this e-mail, verified',
    }),
    account: z
      .object({
        idpUserId,
        email,
        emailVerified: z.literal(true).openapi({ type: 'boolean', enum: [true], description: 'Always true' }),
        canonicalCswAddress,
      })
      .nullable()
      .openapi({ description: 'The account of that e-mail; null while not ready' }),
  })
  .openapi('LinkReadiness')

export const LINK_STATUSES = ['active', 'pending_wallet_setup', 'revoked'] as const

export const ChatappLink = z
  .object({
    chatappUserId: ChatappUserId,
    chatappUsername,
    profileId: z
      .string()
      .openapi({ description: 'The canonical account', example: '0b6c1a52-8f0e-4d3f-9d5c-5d8b7f7a1c11' }),
    idpUserId,
    canonicalCswAddress,
    ownerVerified: z.boolean().openapi({
      description:
        'Whether the owner of the canonical wallet has been confirmed. Linking never sets it, and what depends on the wallet waits for it',
    }),
    linkStatus: z.enum(LINK_STATUSES).openapi({
      description:
        'active: linked, and the account has a canonical wallet; pending_wallet_setup: linked, and it has none yet; revoked: unlinked',
    }),
    linkedAt: z.iso.datetime().openapi({ description: 'When this link was made, ISO 8601' }),
    lastVerifiedAt: z.iso
      .datetime()
      .openapi({ description: 'When both identities were last proven together, ISO 8601' }),
    revokedAt: z.iso.datetime().nullable().openapi({ description: 'When it was unlinked; null while it stands' }),
    failureCount: z
      .int()
      .openapi({ description: 'Attempts that were refused by a conflict since the link was last proven', example: 0 }),
    lastFailureReason: z
      .string()
      .nullable()
      .openapi({ description: 'Error code of the last of them; null where there is none' }),
  })
  .openapi('ChatappLink')

export const CanonicalAccount = z
  .object({
    profileId: z
      .string()
      .openapi({ description: 'The canonical account', example: '0b6c1a52-8f0e-4d3f-9d5c-5d8b7f7a1c11' }),
    idpUserId,
    email,
    emailVerified: z.literal(true).openapi({ type: 'boolean', enum: [true], description: 'Always true' }),
    canonicalCswAddress,
    embeddedEoaAddress: EvmAddress.nullable().openapi({
      description: 'Embedded wallet at the identity provider, the signer of the account; null until there is one',
    }),
    ownerVerified: z.boolean().openapi({ description: 'The same as in the link' }),
    executionTrack: z.enum(['canonical-wallet', 'none-yet']).openapi({
      description: 'What executes for the account: its canonical smart-contract wallet, or nothing yet',
    }),
  })
  .openapi('CanonicalAccount')

export const CompletedLink = z.object({ link: ChatappLink, account: CanonicalAccount }).openapi('CompletedChatappLink')

export const MiniappStatus = z
  .object({
    session: z.object(MiniappContext),
    link: ChatappLink.nullable().openapi({ description: 'The link of this chat user; null where there never was one' }),
  })
  .openapi('MiniappStatus')

export const UnlinkedChatapp = z
  .object({
    link: ChatappLink.nullable().openapi({
      description: 'The link as it is now: revoked, or null where there was none',
    }),
  })
  .openapi('UnlinkedChatapp')
