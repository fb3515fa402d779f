import * as z from 'zod'
import { accountPayload } from './payload.ts'
import { answers } from '../common.ts'
import { textOrNull } from '../fields.ts'
import { operation, optionally } from '../operation.ts'
import type { Without } from '../needs.ts'

const ifGiven: Without = { error: 'identity_provider_not_configured', when: 'an access token is sent' }

const WaitlistRequest = z
  .object({
    email: z.string().max(1024).nullable().optional().meta({
      description:
        'E-mail address, echoed in the answer without an access token; an invalid address is ignored. It is not verified and never links anything',
      example: 'ada@example.com',
    }),
    referralCode: z
      .string()
      .trim()
      .toUpperCase()
      .max(256)
      .meta({
        description:
          '`referralCode` of the inviter: at most 16 characters A-Z 0-9. It counts only in the request that creates the entry, once per mailbox, never for the inviter’s, and for at most 20 people per code and day (UTC). An unknown code is ignored',
        example: 'K7MXQ2ZAB9',
      })
      .nullable()
      .optional(),
  })
  .meta({ id: 'WaitlistRequest' })

const constant = (is: boolean, description: string) => z.literal(is).describe(description)

const Anonymous = z
  .object({
    requiresIdpAuth: constant(true, 'True: the request has no access token'),
    email: textOrNull(
      'E-mail address of the request, in lower case; null if it is not an address. It says nothing about accounts',
    ),
    waitlistEntryId: z
      .null()
      .meta({ description: 'Always null, also if an account has this address', type: 'integer' }),
  })
  .meta({ id: 'WaitlistAnonymous' })

const Joined = z
  .object({
    requiresIdpAuth: constant(false, 'False: the user of the access token is on the waitlist'),
    ...accountPayload,
    waitlistEntryId: z.int().meta({ description: 'Id of the waitlist entry; an account has one', example: 7 }),
    referralCode: z
      .string()
      .meta({ description: 'Code with which this account invites others', example: 'K7MXQ2ZAB9' }),
  })
  .meta({ id: 'WaitlistJoined' })

export const WaitlistAnswer = z.union([Joined, Anonymous]).meta({ id: 'WaitlistAnswer' })

export const waitlist = {
  bootstrapWaitlist: operation({
    operationId: 'bootstrapWaitlist',
    'x-idempotency': 'steps',
    method: 'post',
    path: '/waitlist/bootstrap',
    tags: ['account'],
    summary: 'Join the waitlist as a user of the identity provider',
    description:
      'With an access token: links the user’s verified e-mail address and wallets to the user’s account, opens one if needed, and adds it to the waitlist. Safe to repeat. Without a token, answers that one is required and reads nothing: the answer is the same for every address.',
    'x-limit': 'waitlist',
    'x-answer': 'envelope',
    'x-body': { bound: 4096, kind: 'object' },
    'x-auth-optional': 'identity',
    'x-errors': ['email_not_verified', 'account_conflict'],
    security: optionally('identity'),
    'x-needs': {
      IDP_APP_ID: ifGiven,
      IDP_APP_SECRET: ifGiven,
      IDP_VERIFICATION_KEY: {
        error: 'identity_provider_not_configured',
        when: 'an access token is sent, and there is no `IDP_JWKS_URL` either',
      },
    },
    request: { body: { required: true, content: { 'application/json': { schema: WaitlistRequest } } } },
    responses: answers('The account and its entry, or that an access token is required', WaitlistAnswer),
  }),
}
