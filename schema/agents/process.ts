import * as z from 'zod'
import { answers } from '../common.ts'
import { NO_BODY, operation, SECURITY } from '../operation.ts'

const count = (description: string, example = 0) => z.int().min(0).meta({ description, example })

export const ProcessedMessages = z
  .object({
    agents: count('Agents whose inboxes this run handled', 2),
    agentsUnavailable: count('Agents of `agents` whose inbox could not be read; the next run reads it'),
    conversationsUnavailable: count('Conversations that could not be read; a later run reads them'),
    processed: count('Messages that this run finished', 5),
    replied: count('Messages that got a reply', 4),
    fallbackReplies: count('Replies of `replied` to messages without a command: a list of the commands', 1),
    commandsQueued: count('Write commands that this run queued for keepers', 1),
    deferredUnsupported: count(
      'Authorized write commands that this run stored for later, because the operator has paused write commands',
    ),
    awarded: count('Credits for free lottery entries that messages earned in this run', 1),
    errors: count('Messages that failed because of an outage; a later run retries them'),
    waiting: count('Messages that are stored and not finished, including failed ones'),
    complete: z.boolean().meta({
      description: 'Whether the run handled every inbox; `false` if its time ran out, and the next run continues',
      example: true,
    }),
    elapsedMs: count('Duration of the run, in milliseconds', 840),
  })
  .meta({ id: 'ProcessedMessages' })

export const agentProcess = {
  processAgentMessages: operation({
    operationId: 'processAgentMessages',
    method: 'post',
    path: '/agent/process',
    tags: ['agents'],
    summary: 'Answer the messages that agents received',
    description:
      'For the scheduler: reads the inboxes of this service’s agent and of up to 10 listed creator agents, answers commands, and awards credits for free lottery entries. No message is answered twice. One run at a time, at most 55 seconds; safe to repeat. A cron trigger runs it every minute.',
    security: SECURITY.cron,
    'x-auth': 'cron',
    'x-limit': 'write',
    'x-answer': 'envelope',
    'x-body': NO_BODY,
    'x-errors': ['run_in_progress', 'msgnet_unavailable', 'msgnet_not_configured', 'store_unavailable'],
    'x-needs': {
      CRON_SECRET: 'cron_not_configured',
      MSGNET_GATEWAY_URL: 'msgnet_not_configured',
      MSGNET_GATEWAY_TOKEN: 'msgnet_not_configured',
      MSGNET_GATEWAY_SECRET: 'msgnet_not_configured',
    },
    responses: answers('What the run did', ProcessedMessages),
  }),
}
