import * as z from 'zod'
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

/** The chat command centre, and reputation scores of another provider. */
export const chat = {
  recordChatTelemetry: operation({
    operationId: 'recordChatTelemetry',
    method: 'post',
    path: '/v1/chat/telemetry',
    tags: ['social'],
    summary: 'Record an event of the chat command centre',
    description:
      'Stores one event for 30 days, with the session’s address if the request has a session. No credential is needed; an invalid one is ignored. Fire and forget: a client need not wait for the answer.',
    'x-limit': 'chatTelemetry',
    'x-answer': 'envelope',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['store_unavailable'],
    'x-needs': {},
    request: { body: { required: true, content: { 'application/json': { schema: ChatTelemetryEvent } } } },
    responses: answers(
      'The event is stored',
      z.object({ accepted: z.literal(true).meta({ description: 'Always true', type: 'boolean', enum: [true] }) }),
    ),
  }),
  preflightChatCommand: operation({
    operationId: 'preflightChatCommand',
    method: 'post',
    path: '/v1/chat/command-preflight',
    tags: ['social'],
    summary: 'Check if a chat command would be accepted from a wallet',
    description:
      'Checks whether the sender may give a command that changes something, by the session, the conversation’s vault and that vault’s onchain owner. Commands that only read are allowed. A refusal or a failed lookup is a 200 with `allowed` false. The result is advisory: check again before you execute.',
    'x-limit': 'chatPreflight',
    'x-answer': 'envelope',
    'x-body': { bound: 16_384, kind: 'object' },
    'x-needs': { RPC_URLS: stillAnswers({ 'data.allowed': false, 'data.guardCategory': 'runtime_unavailable' }) },
    request: { body: { required: true, content: { 'application/json': { schema: ChatCommand } } } },
    responses: answers('The result of the check', CommandPreflight),
  }),
  syncReputationCanonical: operation({
    ...sync,
    tags: ['social'],
    operationId: 'syncReputationCanonical',
    path: '/v1/chat/reputation-sync',
    summary: 'Sync all reputation scores',
    description:
      'For the scheduler, every 15 minutes. Reads the provider’s update feed, with its last 10 minutes again; collects the keys of profiles; fetches due scores; computes the scores of profiles and of vaults’ creators. Each run is bounded, and the next one continues it. Safe to repeat.',
    'x-needs': REPUTATION,
    responses: answers('Report of the run', CanonicalReputationSync),
  }),
  syncReputationHot: operation({
    ...sync,
    tags: ['social'],
    operationId: 'syncReputationHot',
    path: '/v1/chat/reputation-sync-hot',
    summary: 'Sync reputation scores that have just changed',
    description:
      'For the scheduler, every 2 minutes, between runs of syncReputationCanonical. Reads the provider’s update feed with a cursor of its own, and fetches the scores of social keys of the creators with the most volume. Each run is bounded. Safe to repeat.',
    'x-needs': REPUTATION,
    responses: answers('Report of the run', HotReputationSync),
  }),
}
