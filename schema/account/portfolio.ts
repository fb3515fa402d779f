import { z } from '@hono/zod-openapi'
import { answers, EvmAddress, queryInteger } from '../common.ts'
import { NO_BODY, operation, optionally, SECURITY } from '../operation.ts'
import { DeletedPortfolio, DeletionChallenge, Portfolio, PortfolioExport } from './portfolioAnswers.ts'
import { smartWallets } from '../needs.ts'

/** Characters, in UTF-16 code units, of what a profile shows. */
export const PROFILE_LIMITS = {
  displayName: 64,
  bio: 480,
  website: 280,
  avatarUrl: 500,
  bannerUrl: 500,
  avatarSocialUri: 500,
  bannerSocialUri: 500,
} as const

const field = (name: keyof typeof PROFILE_LIMITS, description: string, example: string) =>
  z
    .string()
    .max(PROFILE_LIMITS[name], `must have at most ${PROFILE_LIMITS[name]} characters`)
    .nullable()
    .optional()
    .openapi({ description: `${description}; null or an empty text clears it`, example })

const Changes = z
  .strictObject({
    displayName: field('displayName', 'Name to show', 'Ada'),
    bio: field('bio', 'A line about the person', 'Tends the Aurora vault'),
    website: field('website', 'http or https URL', 'https://example.com/'),
    avatarUrl: field('avatarUrl', 'URL (http or https) of a picture', 'https://example.com/ada.png'),
    bannerUrl: field('bannerUrl', 'URL (http or https) of a picture', 'https://example.com/banner.png'),
    avatarSocialUri: field('avatarSocialUri', '`social://` URI of a picture', 'social://8d3f0b3c5a7e4f21'),
    bannerSocialUri: field('bannerSocialUri', '`social://` URI of a picture', 'social://1c9a77e0b2d84c55'),
  })
  .openapi('ProfileChanges')

const TAGS = ['account']
const OWN = {
  tags: TAGS,
  'x-answer': 'envelope',
  'x-auth': 'write',
  'x-authority': 'handler',
  security: SECURITY.write,
} as const

/** What a person shows and what is held about them: read, changed, exported and deleted. */
export const portfolio = {
  getPortfolio: operation({
    tags: TAGS,
    'x-answer': 'envelope',
    operationId: 'getPortfolio',
    method: 'get',
    path: '/portfolio/me',
    summary: 'The profile of the caller, or what anybody may see of the profile of an address',
    description:
      'Without `address` the caller’s own profile with all wallets and linked accounts, which needs a session or a SIWA receipt. With `address` what its owner shows: the profile’s fields, that wallet and the canonical one; credentials are then ignored. A smart wallet is shown while its contract confirms it; the chain is asked only about an account that has one, and no provider is.',
    'x-limit': 'portfolioRead',
    'x-auth-when': { query: 'address', is: 'absent', auth: 'build', limit: 'read' },
    security: optionally('build'),
    'x-authority': 'handler',
    'x-errors': ['account_not_found', 'wallet_session'],
    'x-needs': { RPC_URLS: smartWallets },
    request: {
      query: z.object({
        address: EvmAddress.optional().openapi({
          description: 'Show what is public about the account that has this wallet; left out: the caller’s own',
          example: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        }),
      }),
    },
    responses: answers('The profile', Portfolio),
  }),
  updatePortfolio: operation({
    tags: TAGS,
    'x-answer': 'envelope',
    operationId: 'updatePortfolio',
    'x-idempotency': 'database',
    method: 'patch',
    path: '/portfolio/me',
    summary: 'Change what the caller’s profile shows',
    description:
      'Sets the fields that are sent and no others, so that concurrent changes of different fields both last. A field that is null or empty is cleared; one of the wrong type or form refuses the whole request. URLs are stored as a browser normalises them.',
    'x-limit': 'portfolioWrite',
    'x-auth': 'write',
    'x-authority': 'handler',
    security: SECURITY.write,
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['wallet_session', 'account_not_found'],
    'x-needs': {},
    request: { body: { required: true, content: { 'application/json': { schema: Changes } } } },
    responses: answers('The profile after the change, as getPortfolio answers it', Portfolio),
  }),
  exportPortfolio: operation({
    ...OWN,
    operationId: 'exportPortfolio',
    method: 'get',
    path: '/portfolio/me/export',
    summary: 'Everything that is held about the caller’s account, to be kept',
    description:
      'Every row that is stored about the account of the caller, by section. A section with more than 500 rows has a nextCursor: ask again with `section` and `cursor`. Nobody else’s data is part of it. A session that is signed as a smart wallet which the account has linked gets nothing: it acts for that wallet only. Sessions are not: they are kept under the hash of their token, with wallet and times. Browsers save it as a file.',
    'x-limit': 'portfolioExport',
    'x-errors': ['account_not_found', 'wallet_session'],
    'x-needs': {},
    request: {
      query: z.object({
        section: z
          .string()
          .regex(/^[a-zA-Z]{1,40}$/, 'must be the name of a section')
          .optional()
          .openapi({ description: 'Only this section', example: 'freeEntryCredits' }),
        cursor: queryInteger({
          min: 0,
          example: 1042,
          description: 'nextCursor of the page of that section before',
        }).optional(),
      }),
    },
    responses: answers('All that is held, or a page of one section', PortfolioExport),
  }),
  requestPortfolioDeletion: operation({
    ...OWN,
    operationId: 'requestPortfolioDeletion',
    method: 'post',
    path: '/portfolio/me/deletion',
    summary: 'Ask to delete the caller’s account: returns a confirmation and says what will be deleted and what kept',
    description:
      'First step of deleting the account of the caller. Nothing is stored or deleted yet. Show the person what the answer says, then send the confirmation to deletePortfolio within ten minutes and with the same credential.',
    'x-limit': 'portfolioWrite',
    'x-body': NO_BODY,
    'x-errors': ['account_not_found', 'wallet_session', 'session_not_configured'],
    'x-needs': { AUTH_NONCE_SECRET: 'session_not_configured' },
    responses: answers('What deletePortfolio needs, and what it does', DeletionChallenge),
  }),
  deletePortfolio: operation({
    ...OWN,
    operationId: 'deletePortfolio',
    method: 'delete',
    path: '/portfolio/me',
    summary: 'Delete the caller’s account with all that is held about it',
    description:
      'Second step of deleting the account of the session, with the confirmation of requestPortfolioDeletion. The account and all its sessions are gone at once. For ten minutes this session can still repeat the same request, which answers the same, and nothing else. It cannot be undone. The next sign-in with one of the wallets opens a new account.',
    'x-limit': 'portfolioWrite',
    'x-body': { bound: 4096, kind: 'object' },
    'x-ending-session': true,
    'x-errors': [
      'account_not_found',
      'wallet_session',
      'session_not_configured',
      'invalid_confirmation',
      'confirmation_expired',
    ],
    'x-needs': {},
    'x-after': 'requestPortfolioDeletion',
    request: {
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z
              .strictObject({
                confirmation: z
                  .string()
                  .max(256)
                  .openapi({
                    description: 'From requestPortfolioDeletion, unchanged',
                    example: '0199d1f0c6c8b1d8'.repeat(4),
                  }),
              })
              .openapi('DeletionConfirmation'),
          },
        },
      },
    },
    responses: answers('The account no longer exists', DeletedPortfolio),
  }),
}
