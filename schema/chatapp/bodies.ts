import * as z from 'zod'

/** Opaque id that a client chooses to trace one flow through the logs. */
const flowId = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,128}$/, 'must be 1 to 128 characters of A-Z a-z 0-9 _ . : -')
  .optional()
  .meta({
    description: 'Id that the client chooses for the whole flow, for tracing',
    example: '0d9f6c1e-6a43-4f5b-8a55-0a2f1c7f9b10',
  })

const sessionToken = z.string().min(1).max(128).meta({
  description: '`sessionToken` of createMiniappSession',
  example: '279058397.o5XwGkqf0hQyQ7vG0yq3x1b2c4d5e6f7',
})

export const MiniappSessionRequest = z
  .object({
    initData: z
      .string()
      .min(1)
      .max(4096)
      .describe(
        'Launch data that the chat app passed to the Mini App, unchanged: a URL-encoded query with `hash` or `signature`, at most 5 minutes old',
      ),
    flowId,
  })
  .meta({ id: 'MiniappSessionRequest' })

export const LinkReadyRequest = z
  .object({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(254)
      .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address')
      .meta({
        type: 'string',
        description: 'E-mail address whose code was verified',
        example: 'ada@example.com',
      }),
    sessionToken: sessionToken.optional(),
    flowId,
  })
  .meta({ id: 'LinkReadyRequest' })

export const LinkCompleteRequest = z
  .object({
    sessionToken,
    linkToken: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe(
        'Single-use link token of the bot’s button, if the flow started there. A token that this chat user used before is ignored',
      ),
    flowId,
  })
  .meta({ id: 'LinkCompleteRequest' })

/** Events that the page reports, in the order of the flow. */
export const CLIENT_EVENTS = [
  'chatapp_link_flow_started',
  'chatapp_link_state_transition',
  'chatapp_link_miniapp_session_verification_started',
  'chatapp_link_miniapp_session_verification_succeeded',
  'chatapp_link_miniapp_session_verification_failed',
  'chatapp_link_email_submit_attempted',
  'chatapp_link_email_code_send_started',
  'chatapp_link_email_code_send_succeeded',
  'chatapp_link_email_code_send_failed',
  'chatapp_link_email_code_verify_started',
  'chatapp_link_email_code_verify_succeeded',
  'chatapp_link_email_code_verify_failed',
  'chatapp_link_identity_sync_started',
  'chatapp_link_identity_sync_ready',
  'chatapp_link_identity_sync_failed',
  'chatapp_link_identity_link_started',
  'chatapp_link_identity_link_skipped',
  'chatapp_link_identity_link_succeeded',
  'chatapp_link_identity_link_failed',
  'chatapp_link_backend_completion_started',
  'chatapp_link_backend_completion_succeeded',
  'chatapp_link_backend_completion_failed',
  'chatapp_link_flow_completed',
] as const

/** Phases of these events: the states of the page. */
export const PHASES = [
  'verify_chatapp_session',
  'collect_email',
  'sending_email_code',
  'enter_email_code',
  'verifying_email_code',
  'wait_for_identity_sync',
  'bind_chatapp.ensure_identity_link',
  'bind_chatapp.complete_backend',
  'linked',
  'expired_or_error',
] as const

export const LinkTelemetryEvent = z
  .object({
    event: z.enum(CLIENT_EVENTS).describe('Event that happened'),
    flowId,
    source: z
      .string()
      .regex(/^[a-z0-9_-]{1,64}$/, 'must be 1 to 64 characters of a-z 0-9 _ -')
      .default('chatapp-miniapp-client')
      .describe('Client that reports the event'),
    phase: z.enum(PHASES).optional().describe('State of the page'),
    status: z.enum(['started', 'succeeded', 'failed', 'skipped']).optional().describe('Result of the step'),
    sessionToken: sessionToken
      .optional()
      .describe(
        'Session token. Required, and must be live, unless the request comes from the page’s own origin. The event of a live session is stored with its chat user',
      ),
  })
  .loose()
  .meta({
    id: 'LinkTelemetryEvent',
    type: 'object',
    description:
      'An event of the link flow. Of additional properties, only from, to, errorCode, recoverable, attempt, durationMs and platform are stored',
    example: {
      event: 'chatapp_link_state_transition',
      flowId: '0d9f6c1e-6a43-4f5b-8a55-0a2f1c7f9b10',
      phase: 'collect_email',
      from: 'verify_chatapp_session',
      to: 'collect_email',
      durationMs: 412,
    },
  })

/** An update of the chat app’s bot API; its other fields are ignored. */
export const ChatappUpdate = z
  .looseObject({
    update_id: z.int().min(0).meta({ description: 'Id of the update; ids increase', example: 10000 }),
  })
  .meta({
    id: 'ChatappUpdate',
    type: 'object',
    description: 'An Update of the bot API: https://core.telegram.org/bots/api#update',
    example: {
      update_id: 10000,
      message: {
        message_id: 1365,
        date: 1700000000,
        chat: { id: 279058397, type: 'private' },
        from: { id: 279058397, is_bot: false, first_name: 'Ada' },
        text: '/link',
      },
    },
  })
