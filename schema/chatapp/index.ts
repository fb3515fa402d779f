import * as z from 'zod'
import { AgentJsonPayload, answers } from '../common.ts'
import { CompletedLink, LinkReadiness, MiniappSession, MiniappStatus, UnlinkedChatapp } from './answers.ts'
import {
  ChatappUpdate,
  LinkCompleteRequest,
  LinkReadyRequest,
  LinkTelemetryEvent,
  MiniappSessionRequest,
} from './bodies.ts'
import { NO_BODY, operation, SECURITY } from '../operation.ts'
import { identityNeeds } from '../needs.ts'

const BODY = { bound: 16_384, kind: 'object' } as const

const jsonBody = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
})

/** Error codes of a Mini App session in the body. */
const SESSION = ['invalid_miniapp_session', 'miniapp_session_expired', 'chatapp_not_configured'] as const

export const chatapp = {
  createMiniappSession: operation({
    operationId: 'createMiniappSession',
    'x-idempotency': 'object',
    method: 'post',
    path: '/chatapp/miniapp/session',
    tags: ['chatapp'],
    summary: 'Start a Mini App session from launch data',
    description:
      'First step of linking a chat user. Verifies the launch data that the chat app signed, and starts its one session, of 15 minutes. The same `Idempotency-Key` gets that session again; without it, or with another, it is 409 `launch_data_used`. The session identifies the chat user; it is not a sign-in.',
    'x-challenge': { scheme: 'LaunchData', realm: 'miniapp' },
    'x-limit': 'chatappWrite',
    'x-answer': 'envelope',
    'x-body': BODY,
    'x-errors': [
      'invalid_launch_data',
      'launch_data_not_genuine',
      'launch_data_expired',
      'launch_data_not_yet_valid',
      'launch_data_used',
      'chatapp_not_configured',
    ],
    'x-needs': {
      CHATAPP_BOT_TOKEN: { error: 'chatapp_not_configured', when: 'there is no `CHATAPP_BOT_ID` either' },
      CHATAPP_LINK_TOKEN_SECRET: 'chatapp_not_configured',
    },
    request: jsonBody(MiniappSessionRequest),
    responses: answers('The Mini App session', MiniappSession),
  }),
  checkLinkReady: operation({
    operationId: 'checkLinkReady',
    method: 'post',
    path: '/chatapp/link/ready',
    tags: ['chatapp'],
    summary: 'Check whether the account is ready to be linked',
    description:
      'Poll this after the e-mail code was verified, every few seconds. Checks whether the identity provider shows the e-mail address as verified for the user of the bearer token, and adds the address to that user’s account. If `ready` is true, call completeChatappLink. Wallets are not checked.',
    'x-limit': 'chatappRead',
    'x-answer': 'envelope',
    'x-auth': 'identity',
    'x-body': BODY,
    'x-errors': [...SESSION, 'account_conflict', 'store_unavailable'],
    security: SECURITY.identity,
    'x-needs': identityNeeds,
    'x-after': 'createMiniappSession',
    request: jsonBody(LinkReadyRequest),
    responses: answers('Readiness, and the account', LinkReadiness),
  }),
  completeChatappLink: operation({
    operationId: 'completeChatappLink',
    'x-idempotency': 'object',
    method: 'post',
    path: '/chatapp/link/complete',
    tags: ['chatapp'],
    summary: 'Link the chat user to an account',
    description:
      'Last step: links the session’s chat user to the account of the access token’s user, who must have linked this chat user at the identity provider. Also links the user’s e-mail address and wallets. The chat link is made completely or not at all. A repeat by the same user returns the same link.',
    'x-limit': 'chatappWrite',
    'x-answer': 'envelope',
    'x-auth': 'identity',
    'x-body': BODY,
    'x-errors': [
      ...SESSION,
      'account_conflict',
      'email_not_verified',
      'identity_link_missing',
      'invalid_link_token',
      'link_token_expired',
      'link_token_mismatch',
      'link_token_claimed',
      'chatapp_linked_elsewhere',
      'account_linked_elsewhere',
      'link_in_progress',
    ],
    security: SECURITY.identity,
    'x-needs': identityNeeds,
    'x-after': 'createMiniappSession',
    request: jsonBody(LinkCompleteRequest),
    responses: answers('The link, and its account', CompletedLink),
  }),
  recordLinkTelemetry: operation({
    operationId: 'recordLinkTelemetry',
    method: 'post',
    path: '/chatapp/link/telemetry',
    tags: ['chatapp'],
    summary: 'Report an event of the link flow',
    description:
      'For the Mini App page: stores one event of the flow for 60 days. Only listed events and properties are stored, and no e-mail address. Send the token of a live session, or post from the page’s own origin. Clients do not need to wait for the answer.',
    'x-limit': 'chatappTelemetry',
    'x-answer': 'envelope',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['forbidden_origin', ...SESSION, 'store_unavailable'],
    'x-needs': {},
    'x-after': 'createMiniappSession',
    request: jsonBody(LinkTelemetryEvent),
    responses: answers(
      'The event is stored',
      z.object({ accepted: z.literal(true).meta({ description: 'Always true', type: 'boolean', enum: [true] }) }),
    ),
  }),
  getMiniappStatus: operation({
    operationId: 'getMiniappStatus',
    method: 'get',
    path: '/chatapp/miniapp/status',
    tags: ['chatapp'],
    summary: 'Get the Mini App session and its chat user’s link',
    description:
      'Returns the session of createMiniappSession, and the link of its chat user with the account’s current wallet: a link that waited for a wallet becomes `active` without another request. The identity provider is not called.',
    'x-limit': 'chatappRead',
    'x-answer': 'envelope',
    'x-auth': 'miniapp',
    security: SECURITY.miniapp,
    'x-needs': {},
    'x-after': 'createMiniappSession',
    responses: answers('The session, and the link', MiniappStatus),
  }),
  unlinkChatapp: operation({
    operationId: 'unlinkChatapp',
    'x-idempotency': 'object',
    method: 'post',
    path: '/chatapp/unlink',
    tags: ['chatapp'],
    summary: 'Unlink the chat user',
    description:
      'Revokes the link of the session’s chat user; chat user and account can then be linked again, also to others. Safe to repeat. The account, its e-mail address, its wallets, and the chat account at the identity provider stay unchanged.',
    'x-limit': 'chatappWrite',
    'x-answer': 'envelope',
    'x-auth': 'miniapp',
    'x-body': NO_BODY,
    security: SECURITY.miniapp,
    'x-needs': {},
    'x-after': 'createMiniappSession',
    responses: answers('The revoked link', UnlinkedChatapp),
  }),
  receiveChatappUpdate: operation({
    operationId: 'receiveChatappUpdate',
    method: 'post',
    path: '/chatapp/webhook',
    tags: ['chatapp'],
    summary: 'Receive an update of the chat app’s bot',
    description:
      'Webhook of the chat app’s bot API. Answers `/link` in a private chat with a method call that sends a button, which opens the Mini App with a link token. Acknowledges any other update and does not store it. The same update gets the same answer.',
    'x-limit': 'chatappWebhook',
    'x-answer': 'document',
    'x-auth': 'chatapp',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['store_unavailable'],
    security: SECURITY.chatapp,
    'x-needs': {
      CHATAPP_WEBHOOK_SECRET: 'chatapp_not_configured',
      CHATAPP_LINK_TOKEN_SECRET: 'chatapp_not_configured',
    },
    request: jsonBody(ChatappUpdate),
    responses: {
      200: {
        description: 'A method call of the bot API, or an empty object',
        content: { 'application/json': { schema: AgentJsonPayload } },
      },
    },
  }),
}
