import { z } from '@hono/zod-openapi'
import { accountPayload } from './payload.ts'
import { answers } from '../common.ts'
import { operation, optionally } from '../operation.ts'
import type { Without } from '../needs.ts'

const ifGiven: Without = { error: 'identity_provider_not_configured', when: 'an access token is sent' }

const WaitlistRequest = z
  .object({
    email: z.string().max(1024).nullable().optional().openapi({
      description:
        'E-mail address to begin with, echoed to a caller without an access token; what is no address is ignored. It proves nothing',
      example: 'ada@example.com',
    }),
    referralCode: z.string().trim().toUpperCase().max(256).nullable().optional().openapi({
      type: 'string',
      maxLength: 256,
      description:
        'Code of whoever invited: A to Z and 0 to 9, at most 16; counts with the request that makes the entry, and is ignored where nobody has it',
      example: 'K7MXQ2ZAB9',
    }),
  })
  .openapi('WaitlistRequest')

const constant = (is: boolean, description: string) =>
  z.literal(is).openapi({ type: 'boolean', enum: [is], description })

const Anonymous = z
  .object({
    requiresIdpAuth: constant(true, 'True: no access token was sent'),
    email: z.string().nullable().openapi({
      description: 'The address that was sent, in lower case; null where it is none. It says nothing about accounts',
    }),
    waitlistEntryId: z.null().openapi({ description: 'Always null, whoever has this address', type: 'integer' }),
  })
  .openapi('WaitlistAnonymous')

const Joined = z
  .object({
    requiresIdpAuth: constant(false, 'False: the user of the access token is on the waitlist'),
    ...accountPayload,
    waitlistEntryId: z.int().openapi({ description: 'The entry, one for an account', example: 7 }),
    referralCode: z
      .string()
      .openapi({ description: 'The code with which this account invites', example: 'K7MXQ2ZAB9' }),
  })
  .openapi('WaitlistJoined')

export const WaitlistAnswer = z.union([Joined, Anonymous]).openapi('WaitlistAnswer')

export const waitlist = {
  bootstrapWaitlist: operation({
    operationId: 'bootstrapWaitlist',
    'x-idempotency': 'steps',
    method: 'post',
    path: '/waitlist/bootstrap',
    tags: ['account'],
    summary: 'Join the waitlist as a user of the identity provider',
    description:
      'With an access token of the identity provider: brings the user, with its verified e-mail address and wallets, into its account, which is opened if there is none, and puts that on the waitlist. The first time counts the invitation, once for a mailbox however its address is written, never for a mailbox of whoever invited, and for at most 20 people a day (UTC) by one code; who is not counted joins all the same. Safe to repeat. Without a token it says that one is needed, and looks nothing up: the answer is the same for every address.',
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
    responses: answers('The account and its entry, or that an access token is needed', WaitlistAnswer),
  }),
}
