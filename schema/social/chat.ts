import { z } from '@hono/zod-openapi'
import { ChatCommand, ChatTelemetryEvent, CommandPreflight } from './chatBodies.ts'
import { answers } from '../common.ts'
import { NO_BODY, operation, SECURITY } from '../operation.ts'
import { CanonicalReputationSync, HotReputationSync } from './reputationSync.ts'
import { stillAnswers, type Needs } from '../needs.ts'

const REPUTATION: Needs = { REPUTATION_API_URL: 'reputation_not_configured', CRON_SECRET: 'cron_not_configured' }

const sync = {
  method: 'post',
  security: SECURITY.cron,
  'x-auth': 'cron',
  'x-limit': 'write',
  'x-answer': 'envelope',
  'x-body': NO_BODY,
  'x-errors': ['reputation_sync_failed', 'reputation_not_configured', 'store_unavailable'],
} as const

/** The chat command centre, and reputation from elsewhere. */
export const chat = {
  recordChatTelemetry: operation({
    operationId: 'recordChatTelemetry',
    method: 'post',
    path: '/v1/chat/telemetry',
    tags: ['social'],
    summary: 'Report an event of the chat command centre',
    description:
      'Stores one event for 30 days, with the address of the session if the request has one. No credential is needed, and a bad one is ignored. A client never waits for it.',
    'x-limit': 'chatTelemetry',
    'x-answer': 'envelope',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['store_unavailable'],
    'x-needs': {},
    request: { body: { required: true, content: { 'application/json': { schema: ChatTelemetryEvent } } } },
    responses: answers(
      'The event is stored',
      z.object({ accepted: z.literal(true).openapi({ description: 'Always true', type: 'boolean', enum: [true] }) }),
    ),
  }),
  preflightChatCommand: operation({
    operationId: 'preflightChatCommand',
    method: 'post',
    path: '/v1/chat/command-preflight',
    tags: ['social'],
    summary: 'Whether a command in a conversation would be accepted from this wallet',
    description:
      'Classifies a command, and for one that changes something says whether the sender may give it: by the session, the vault of the conversation, and the vault’s owner on chain. It is advice: a refusal is an answer and no error, what cannot be looked up counts as refused, and whatever executes the command must check again.',
    'x-limit': 'chatPreflight',
    'x-answer': 'envelope',
    'x-body': { bound: 16_384, kind: 'object' },
    'x-needs': { RPC_URLS: stillAnswers({ 'data.allowed': false, 'data.guardCategory': 'runtime_unavailable' }) },
    request: { body: { required: true, content: { 'application/json': { schema: ChatCommand } } } },
    responses: answers('What would come of it', CommandPreflight),
  }),
  syncReputationCanonical: operation({
    ...sync,
    tags: ['social'],
    operationId: 'syncReputationCanonical',
    path: '/v1/chat/reputation-sync',
    summary: 'Bring all reputation scores up to date',
    description:
      'For the scheduler: follows the provider’s feed of updates, replaying its last 10 minutes; collects the keys of profiles; fetches the scores whose time has come; works out each profile’s score and those of vaults’ creators. Bounded in time and number, and continued by the next run; safe to repeat. Runs by itself every 15 minutes.',
    'x-needs': REPUTATION,
    responses: answers('What was done', CanonicalReputationSync),
  }),
  syncReputationHot: operation({
    ...sync,
    tags: ['social'],
    operationId: 'syncReputationHot',
    path: '/v1/chat/reputation-sync-hot',
    summary: 'Bring the reputation scores that have just changed up to date',
    description:
      'For the scheduler, between runs of syncReputationCanonical: follows the provider’s feed of updates with a cursor of its own, and fetches the social keys of the creators with the most volume. Bounded in time and number; safe to repeat. Runs by itself every 2 minutes.',
    'x-needs': REPUTATION,
    responses: answers('What was done', HotReputationSync),
  }),
}
