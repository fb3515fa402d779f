import { z } from '@hono/zod-openapi'
import { answers } from '../common.ts'
import { NO_BODY, operation, SECURITY } from '../operation.ts'

const count = (description: string, example = 0) => z.int().min(0).openapi({ description, example })

export const ProcessedMessages = z
  .object({
    agents: count('Agents whose inboxes were looked into', 2),
    agentsUnavailable: count('Agents among them whose inbox could not be read; the next run continues there'),
    conversationsUnavailable: count('Conversations that could not be read; a later run continues there'),
    processed: count('Messages that this run has dealt with for good', 5),
    replied: count('Messages that were answered', 4),
    fallbackReplies: count('Answers among them to messages that are no command: what the agent understands', 1),
    commandsQueued: count('Commands that change something and were enqueued for keepers in this run', 1),
    deferredUnsupported: count(
      'Commands that change something, from somebody who may give them: kept, while the operator has stopped these',
    ),
    awarded: count('Credits for free entries that messages earned in this run', 1),
    errors: count('Messages with which something outside failed; a later run tries again'),
    waiting: count('Messages that are taken up and not dealt with, the failed ones included'),
    complete: z.boolean().openapi({
      description: 'Whether every inbox had its turn; false if the time was over first, and the next run continues',
      example: true,
    }),
    elapsedMs: count('Milliseconds that the run took', 840),
  })
  .openapi('ProcessedMessages')

export const agentProcess = {
  processAgentMessages: operation({
    operationId: 'processAgentMessages',
    method: 'post',
    path: '/agent/process',
    tags: ['agents'],
    summary: 'Answer the messages that agents have received',
    description:
      'For the scheduler: reads the inboxes of the service’s own agent and of up to 10 listed agents of creators in the messaging network, at most 50 messages of a conversation and 20 of an agent in one run; answers commands; credits direct messages to the service’s own agent for free entries. Each message is answered once, whatever fails in between. One run at a time, of at most 55 seconds, continued by the next; safe to repeat. Runs by itself every minute.',
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
    responses: answers('What was done', ProcessedMessages),
  }),
}
