import * as z from 'zod'
import { flagOrNull } from '../fields.ts'

const label = (most: number, description: string, example: string) =>
  z.string().max(most).optional().meta({ description, example })

export const ChatTelemetryEvent = z
  .object({
    event: z
      .string()
      .regex(/^[A-Za-z0-9_:.-]{1,96}$/, 'must be 1 to 96 of the characters a-z A-Z 0-9 _ : . -')
      .meta({ description: 'Name of the event', example: 'command_center:opened' }),
    conversationId: label(128, 'Id of the conversation, as the client names it', '-1001234567890'),
    conversationType: label(64, 'Kind of conversation', 'group'),
    commandId: label(128, 'Id of the command', 'tend-42'),
    source: label(64, 'Client that reports the event', 'command-center'),
  })
  .loose()
  .meta({
    id: 'ChatTelemetryEvent',
    type: 'object',
    description:
      'Additional properties are stored as the payload, cut to 4 levels, 40 properties per object, 20 items per array and 512 characters per string. Strings with an e-mail address are replaced. A payload over 8 KiB is dropped.',
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
    command: z.string().max(4096).meta({ description: 'Text of the command, as it was typed', example: '/keepr tend' }),
    conversationId: label(128, 'Id of the conversation in which it was typed', '-1001234567890'),
    senderWallet: z.string().max(42).optional().meta({
      description: 'Wallet address of the sender',
      example: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    }),
    source: label(
      32,
      'Origin of the command; `external-agent` (or `external_agent`, `externalagent`, `agent`) for another operator’s agent',
      'command-center',
    ),
  })
  .meta({ id: 'ChatCommand' })

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
    allowed: z.boolean().describe('Whether the command would be accepted'),
    reason: z.enum(PREFLIGHT_REASONS).describe('Why the command is accepted, or what is missing'),
    guardCategory: z.enum(GUARD_CATEGORIES).describe('Check that refuses the command; `none` if it is allowed'),
    role: z
      .enum(['OWNER', 'ADMIN', 'MEMBER'])
      .nullable()
      .describe(
        'OWNER: the vault’s onchain owner is the session’s wallet or another linked wallet of its account; ADMIN: the conversation lists one of these wallets as an admin; MEMBER: neither; null: the role was not checked',
      ),
    walletMatch: flagOrNull(
      'Whether the session’s address is `senderWallet`; null without a session or without a valid `senderWallet`',
    ),
  })
  .meta({ id: 'CommandPreflight' })
