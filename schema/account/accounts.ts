import * as z from 'zod'
import { AccountPayload, LINK_PROVIDERS } from './payload.ts'
import { ChatappUserId } from '../chatapp/answers.ts'
import { answers, EvmAddress } from '../common.ts'
import { operation, SECURITY } from '../operation.ts'
import { identityNeeds } from '../needs.ts'

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,253}$/
/** Characters of identifiers that issuers give: base64 in both alphabets, dots and colons. */
const SUBJECT = /^[\w.:|@=+/~-]{1,255}$/
const isAddress = (text: string) => EvmAddress.safeParse(text).success

/** The form of an identity by provider; an identity in another form cannot be linked. */
const FORMS: Readonly<Record<(typeof LINK_PROVIDERS)[number], readonly [(text: string) => boolean, string]>> = {
  google: [(text) => SUBJECT.test(text), 'a user id of the provider'],
  apple: [(text) => SUBJECT.test(text), 'a user id of the provider'],
  tiktok: [(text) => SUBJECT.test(text), 'a user id of the provider'],
  cointrend_cross_app: [(text) => SUBJECT.test(text), 'a user id of the provider'],
  twitter: [(text) => /^\d{1,20}$/.test(text), 'a decimal user id'],
  chatapp: [(text) => ChatappUserId.safeParse(text).success, 'a decimal user id'],
  email: [(text) => EMAIL.test(text), 'an e-mail address'],
  external_eoa: [isAddress, 'an address: 0x and 40 hex digits'],
  wallet: [
    (text) => isAddress(text) || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text),
    'an address: 0x and 40 hex digits, or a public key in base58',
  ],
}

interface Selected {
  readonly provider: (typeof LINK_PROVIDERS)[number]
  readonly value?: string | null | undefined
}

/** Refuses a value that is not an identity of its provider. */
function checkForm({ provider, value }: Selected, context: z.RefinementCtx): void {
  const [isFormed, form] = FORMS[provider]
  if (typeof value === 'string' && !isFormed(value))
    context.addIssue({ code: 'custom', path: ['value'], message: `must be ${form}` })
}

const value = (description: string) =>
  z
    .string()
    .refine((text) => /^[^\p{Cc}\p{Cs}]*$/u.test(text), {
      error: 'must not contain control characters or lone surrogates',
    })
    .trim()
    .max(256)
    .describe(description)
    .nullable()
    .optional()

const LinkRequest = z
  .object({
    provider: z
      .enum(LINK_PROVIDERS)
      .describe(
        'What to link. `wallet`: all wallets that the identity provider has verified; `external_eoa`: those whose private key it does not hold, and the wallet of the session; `chatapp`: returns a link that was made in the Mini App; `cointrend_cross_app`: always refused, use resolveTrendProfile',
      ),
    value: value(
      'Which identity to link if there are several, as `linkedMethods` of the answer lists it; all by default. It only selects among verified identities',
    ),
  })
  .superRefine(checkForm)
  .meta({ id: 'AccountLinkRequest' })

const UnlinkRequest = z
  .object({
    provider: z
      .enum(LINK_PROVIDERS)
      .exclude(['wallet'])
      .describe('What to unlink. `chatapp` ends the link that was made in the Mini App'),
    value: value(
      'Which identity to unlink, as `linkedMethods` of linkAccount lists it; all of the provider by default',
    ),
  })
  .superRefine(checkForm)
  .meta({ id: 'AccountUnlinkRequest' })

const both = {
  method: 'post',
  'x-limit': 'accountLink',
  'x-answer': 'envelope',
  'x-auth': 'sessionAndIdentity',
  'x-authority': 'handler',
  'x-body': { bound: 16_384, kind: 'object' },
  security: SECURITY.sessionAndIdentity,
} as const

const bodyAndAnswer = <T extends z.ZodType>(schema: T) => ({
  request: { body: { required: true, content: { 'application/json': { schema } } } },
  responses: answers('The updated account', AccountPayload),
})

const CODES = ['account_not_found', 'wallet_session', 'account_conflict', 'provider_not_configured'] as const

/** Links between an account and its owner's other identities. */
export const accounts = {
  linkAccount: operation({
    ...both,
    ...bodyAndAnswer(LinkRequest),
    operationId: 'linkAccount',
    'x-idempotency': 'steps',
    path: '/accounts/link',
    tags: ['account'],
    summary: 'Link a verified identity to the session’s account',
    description:
      'Links identities that the identity provider shows now for the user of the access token, sent in `X-IdP-Token`. A user without an account joins the session’s account. If one identity belongs to another account, it is 409 `account_conflict`, and nothing changes. The first link of a kind earns points.',
    'x-errors': [...CODES, 'identity_link_missing', 'email_not_verified', 'link_required'],
    'x-needs': identityNeeds,
    'x-after': 'verifyAuth',
  }),
  unlinkAccount: operation({
    ...both,
    ...bodyAndAnswer(UnlinkRequest),
    operationId: 'unlinkAccount',
    'x-idempotency': 'steps',
    path: '/accounts/unlink',
    tags: ['account'],
    summary: 'Unlink an identity from the session’s account',
    description:
      'Removes links of the session’s account, except the session’s wallet and the last wallet that can sign in. Remove an e-mail address or wallet at the identity provider first, else it is 409 `linked_at_provider`. Points stay, and the user at the provider. Safe to repeat.',
    'x-errors': [...CODES, 'last_login_method', 'linked_at_provider'],
    'x-needs': identityNeeds,
    'x-after': 'verifyAuth',
  }),
}
