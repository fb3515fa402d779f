import { z } from '@hono/zod-openapi'
import { AccountPayload, LINK_PROVIDERS } from './payload.ts'
import { answers } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'
import { identityNeeds } from '../needs.ts'

const value = (description: string) =>
  z
    .string()
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'must not contain control characters or lone surrogates' })
    .trim()
    .max(256)
    .nullable()
    .optional()
    .openapi({ type: 'string', maxLength: 256, description })

const LinkRequest = z
  .object({
    provider: z.enum(LINK_PROVIDERS).openapi({
      description:
        'What to link. `wallet`: all wallets with a key that the identity provider knows; `external_eoa`: those whose key it does not keep, and the wallet of the session; `chatapp`: shows a link made in the Mini App; `cointrend_cross_app` is not linked here, but by resolveTrendProfile',
    }),
    value: value('Which one, if there are several: one that is verified, as linkedMethods names it. It proves nothing'),
  })
  .openapi('AccountLinkRequest')

const UnlinkRequest = z
  .object({
    provider: z.enum(LINK_PROVIDERS).exclude(['wallet']).openapi({ description: 'What to unlink' }),
    value: value('Which one, as linkedMethods names it; all of the provider when absent'),
  })
  .openapi('AccountUnlinkRequest')

const both = {
  method: 'post',
  'x-limit': 'accountLink',
  'x-answer': 'envelope',
  'x-auth': 'sessionAndIdentity',
  'x-authority': 'handler',
  'x-body': { bound: 16_384, kind: 'object' },
  security: SECURITY.sessionAndIdentity,
} as const

const asked = <T extends z.ZodType>(schema: T) => ({
  request: { body: { required: true, content: { 'application/json': { schema } } } },
  responses: answers('The account as it is now', AccountPayload),
})

const CODES = ['account_not_found', 'wallet_session', 'account_conflict', 'provider_not_configured'] as const

/** What an account is linked to, beyond the wallets that sign in. */
export const accounts = {
  linkAccount: operation({
    ...both,
    ...asked(LinkRequest),
    operationId: 'linkAccount',
    'x-idempotency': 'steps',
    path: '/accounts/link',
    tags: ['account'],
    summary: 'Link what the identity provider has verified to the account of the session',
    description:
      'Links what the identity provider shows of the user of the access token at this moment; nothing that the caller claims. Session and user must belong to one account; a user who belongs to none yet is attached to the account of the session. What belongs to another account is never moved. The first link of a kind earns points, once for a profile and once for what is linked. Safe to repeat. The chat app is linked in its Mini App.',
    'x-errors': [...CODES, 'identity_link_missing', 'email_not_verified', 'link_required'],
    'x-needs': identityNeeds,
    'x-after': 'verifyAuth',
  }),
  unlinkAccount: operation({
    ...both,
    ...asked(UnlinkRequest),
    operationId: 'unlinkAccount',
    'x-idempotency': 'steps',
    path: '/accounts/unlink',
    tags: ['account'],
    summary: 'Unlink something from the account of the session',
    description:
      'Removes links of the account of the session: never the wallet of the session, nor the last wallet that can sign in. An e-mail address or wallet that the identity provider still shows would be linked again by itself, so it has to be removed there first. Points are kept. Safe to repeat: what is not linked is no error. The chat app’s link ends in the chat app’s own record. The account at the provider is left as it is.',
    'x-errors': [...CODES, 'last_login_method', 'linked_at_provider'],
    'x-needs': identityNeeds,
    'x-after': 'verifyAuth',
  }),
}
