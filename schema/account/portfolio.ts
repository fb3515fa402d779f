import * as z from 'zod'
import { answers, EvmAddress, queryInteger } from '../common.ts'
import { NO_BODY, operation, optionally, SECURITY } from '../operation.ts'
import { DeletedPortfolio, DeletionChallenge, Portfolio, PortfolioExport } from './portfolioAnswers.ts'
import { smartWallets } from '../needs.ts'

/** Maximum lengths of profile fields, in UTF-16 code units. */
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
    .meta({ description: `${description}; null or an empty string clears it`, example })

const Changes = z
  .strictObject({
    displayName: field('displayName', 'Display name', 'Ada'),
    bio: field('bio', 'One line about the person', 'Tends the Aurora vault'),
    website: field('website', 'http or https URL', 'https://example.com/'),
    avatarUrl: field('avatarUrl', 'URL (http or https) of a picture', 'https://example.com/ada.png'),
    bannerUrl: field('bannerUrl', 'URL (http or https) of a picture', 'https://example.com/banner.png'),
    avatarSocialUri: field('avatarSocialUri', '`social://` URI of a picture', 'social://8d3f0b3c5a7e4f21'),
    bannerSocialUri: field('bannerSocialUri', '`social://` URI of a picture', 'social://1c9a77e0b2d84c55'),
  })
  .meta({ id: 'ProfileChanges' })

const TAGS = ['account']
const OWN = {
  tags: TAGS,
  'x-answer': 'envelope',
  'x-auth': 'write',
  'x-authority': 'handler',
  security: SECURITY.write,
} as const

/** A person's profile and data: read, changed, exported and deleted. */
export const portfolio = {
  getPortfolio: operation({
    tags: TAGS,
    'x-answer': 'envelope',
    operationId: 'getPortfolio',
    method: 'get',
    path: '/portfolio/me',
    summary: 'Get the caller’s profile, or the public profile of a wallet',
    description:
      'Without `address`: the caller’s profile with all wallets and links; needs a session or a SIWA receipt. With `address`: public fields, that wallet and the canonical wallet; credentials are ignored. A smart wallet is shown while its contract confirms the owner. No provider is called.',
    'x-limit': 'portfolioRead',
    'x-auth-when': { query: 'address', is: 'absent', auth: 'build', limit: 'read' },
    security: optionally('build'),
    'x-authority': 'handler',
    'x-errors': ['account_not_found', 'wallet_session'],
    'x-needs': { RPC_URLS: smartWallets },
    request: {
      query: z.object({
        address: EvmAddress.optional().meta({
          description: 'Wallet whose account’s public profile to return; the caller’s own profile by default',
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
    summary: 'Update the caller’s profile',
    description:
      'Sets only the fields in the request, so that concurrent changes of different fields are both kept. A null or empty field is cleared. One invalid field fails the whole request. URLs are stored as a browser normalises them.',
    'x-limit': 'portfolioWrite',
    'x-auth': 'write',
    'x-authority': 'handler',
    security: SECURITY.write,
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['wallet_session', 'account_not_found'],
    'x-needs': {},
    request: { body: { required: true, content: { 'application/json': { schema: Changes } } } },
    responses: answers('The updated profile, as getPortfolio returns it', Portfolio),
  }),
  exportPortfolio: operation({
    ...OWN,
    operationId: 'exportPortfolio',
    method: 'get',
    path: '/portfolio/me/export',
    summary: 'Export all data about the caller’s account',
    description:
      'Returns every stored row about the caller’s account, by section. A section with more than 500 rows has a `nextCursor`: repeat with `section` and `cursor`. Sessions and other people’s data are left out. A session of a linked smart wallet is 403 `wallet_session`. Browsers save the answer as a file.',
    'x-limit': 'portfolioExport',
    'x-errors': ['account_not_found', 'wallet_session'],
    'x-needs': {},
    request: {
      query: z.object({
        section: z
          .string()
          .regex(/^[a-zA-Z]{1,40}$/, 'must be the name of a section: 1 to 40 letters')
          .optional()
          .meta({ description: 'Return only this section', example: 'freeEntryCredits' }),
        cursor: queryInteger({
          min: 0,
          example: 1042,
          description: '`nextCursor` of the previous page of that section',
        }).optional(),
      }),
    },
    responses: answers('All data, or a page of one section', PortfolioExport),
  }),
  requestPortfolioDeletion: operation({
    ...OWN,
    operationId: 'requestPortfolioDeletion',
    method: 'post',
    path: '/portfolio/me/deletion',
    summary: 'Request a confirmation for the account’s deletion',
    description:
      'First step of deleting the caller’s account. Returns a confirmation, and lists what the deletion deletes and keeps. Nothing is stored or deleted. Show the lists to the person, then send the confirmation to deletePortfolio within ten minutes, with the same credential.',
    'x-limit': 'portfolioWrite',
    'x-body': NO_BODY,
    'x-errors': ['account_not_found', 'wallet_session', 'session_not_configured'],
    'x-needs': { AUTH_NONCE_SECRET: 'session_not_configured' },
    responses: answers('The confirmation, and the effects of the deletion', DeletionChallenge),
  }),
  deletePortfolio: operation({
    ...OWN,
    operationId: 'deletePortfolio',
    method: 'delete',
    path: '/portfolio/me',
    summary: 'Delete the caller’s account and its data',
    description:
      'Second step, with the confirmation of requestPortfolioDeletion. Deletes the account and ends its sessions at once; this cannot be undone. For ten minutes this session can only repeat this request, with the same answer. The next sign-in with one of the wallets opens a new account.',
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
                  .meta({
                    description: '`confirmation` of requestPortfolioDeletion, unchanged',
                    example: '0199d1f0c6c8b1d8'.repeat(4),
                  }),
              })
              .meta({ id: 'DeletionConfirmation' }),
          },
        },
      },
    },
    responses: answers('The account is deleted', DeletedPortfolio),
  }),
}
