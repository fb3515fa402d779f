import { z } from '@hono/zod-openapi'

const label = (most: number, description: string, example: string) =>
  z.string().max(most).optional().openapi({ description, example })

export const ChatTelemetryEvent = z
  .object({
    event: z
      .string()
      .regex(/^[a-z0-9_:.-]{1,96}$/i, 'must be 1 to 96 of the characters a-z A-Z 0-9 _ : . -')
      .openapi({ description: 'What happened', example: 'command_center:opened' }),
    conversationId: label(128, 'The conversation that it happened in, as the client calls it', '-1001234567890'),
    conversationType: label(64, 'Kind of that conversation', 'group'),
    commandId: label(128, 'The command that it is about', 'tend-42'),
    source: label(64, 'Which client reports it', 'command-center'),
  })
  .loose()
  .openapi('ChatTelemetryEvent', {
    type: 'object',
    description:
      'Further properties are stored as the payload: at most 4 levels, 40 properties of an object, 20 items of a list, 512 characters of a text, without e-mail addresses; above 8 KiB in all none of them is',
    example: {
      event: 'command_center:opened',
      conversationId: '-1001234567890',
      conversationType: 'group',
      source: 'command-center',
      durationMs: 412,
    },
  })

export const ChatCommand = z
  .object({
    command: z.string().max(4096).openapi({ description: 'The command as it was typed', example: '/keepr tend' }),
    conversationId: label(128, 'The conversation that it was typed in', '-1001234567890'),
    senderWallet: z.string().max(42).optional().openapi({
      description: 'Wallet of whoever typed it: an address',
      example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    }),
    source: label(
      32,
      'Where it comes from; external-agent (or external_agent, externalagent, agent) for an agent of somebody else',
      'command-center',
    ),
  })
  .openapi('ChatCommand')

export const PREFLIGHT_REASONS = [
  'ok',
  'read_or_non_mutating_command',
  'auth_session_required',
  'agent_allowlist_not_configured',
  'agent_user_not_allowlisted',
  'connect_wallet_first',
  'conversation_context_required',
  'sender_wallet_mismatch_session',
  'vault_not_configured_for_conversation',
  'admin_or_owner_required',
  'preflight_unavailable_retry',
] as const

export const GUARD_CATEGORIES = [
  'none',
  'auth_required',
  'agent_access_denied',
  'wallet_missing',
  'conversation_missing',
  'wallet_session_mismatch',
  'vault_missing',
  'role_denied',
  'runtime_unavailable',
] as const

export const CommandPreflight = z
  .object({
    allowed: z.boolean().openapi({ description: 'Whether the command would be accepted, as far as is known now' }),
    reason: z.enum(PREFLIGHT_REASONS).openapi({ description: 'Why, or what is missing' }),
    guardCategory: z
      .enum(GUARD_CATEGORIES)
      .openapi({ description: 'The check that refuses it; none if it is allowed' }),
    role: z.enum(['OWNER', 'ADMIN', 'MEMBER']).nullable().openapi({
      description:
        'OWNER: the vault’s onchain owner is the session’s wallet or another proven wallet of its account; ADMIN: the conversation lists it; MEMBER: neither; null where that was not looked up',
    }),
    walletMatch: z.boolean().nullable().openapi({
      description: 'Whether the session is that of senderWallet; null without a session or a wallet to compare',
    }),
  })
  .openapi('CommandPreflight')
