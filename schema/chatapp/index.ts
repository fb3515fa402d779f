import { z } from '@hono/zod-openapi'
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

/** A session of the Mini App in the body, and the objects that know it. */
const SESSION = ['invalid_miniapp_session', 'miniapp_session_expired', 'chatapp_not_configured'] as const

export const chatapp = {
  createMiniappSession: operation({
    operationId: 'createMiniappSession',
    method: 'post',
    path: '/chatapp/miniapp/session',
    tags: ['chatapp'],
    summary: 'Exchange the launch data of the Mini App for a session of 15 minutes',
    description:
      'First step of linking a chat identity: verifies the launch data that the chat app signed, and starts a session for its user. Launch data counts once; the same data may be sent again up to three times while it is fresh, for a page that was reloaded, and each time the session before it ends. The session proves the chat identity and nothing else: it is not a sign-in.',
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
      'store_unavailable',
    ],
    'x-needs': {
      CHATAPP_BOT_TOKEN: { error: 'chatapp_not_configured', when: 'there is no `CHATAPP_BOT_ID` either' },
      CHATAPP_LINK_TOKEN_SECRET: 'chatapp_not_configured',
    },
    request: jsonBody(MiniappSessionRequest),
    responses: answers('The session', MiniappSession),
  }),
  checkLinkReady: operation({
    operationId: 'checkLinkReady',
    method: 'post',
    path: '/chatapp/link/ready',
    tags: ['chatapp'],
    summary: 'Whether the session at the identity provider resolves to a verified e-mail',
    description:
      'Polled after the e-mail code was verified: brings the verified e-mail of the bearer’s user into its account, and says whether it is the e-mail asked about. Not ready is an answer and no error: ask again. It says nothing about wallets; use completeChatappLink once it is ready.',
    'x-limit': 'chatappRead',
    'x-answer': 'envelope',
    'x-auth': 'identity',
    'x-body': BODY,
    'x-errors': [...SESSION, 'account_conflict', 'store_unavailable'],
    security: SECURITY.identity,
    'x-needs': identityNeeds,
    'x-after': 'createMiniappSession',
    request: jsonBody(LinkReadyRequest),
    responses: answers('Whether it is ready, and the account', LinkReadiness),
  }),
  completeChatappLink: operation({
    operationId: 'completeChatappLink',
    'x-idempotency': 'object',
    method: 'post',
    path: '/chatapp/link/complete',
    tags: ['chatapp'],
    summary: 'Link the chat identity of a session to the account of the identity provider’s user',
    description:
      'Last step: brings e-mail and wallets of the bearer’s user into its account, checks that the user has this very chat account at the identity provider, and links the two. All of it happens or nothing does. Safe to repeat: the same user gets the same link again. A link token that the chat user has used before is no obstacle, also after the link was ended: it is then as if none were sent. It never confirms the owner of a wallet.',
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
    responses: answers('The link, and the account that it leads to', CompletedLink),
  }),
  recordLinkTelemetry: operation({
    operationId: 'recordLinkTelemetry',
    method: 'post',
    path: '/chatapp/link/telemetry',
    tags: ['chatapp'],
    summary: 'Report an event of the link flow',
    description:
      'For the Mini App page: stores one event of the flow for 60 days. Events and properties are allow-listed, and no e-mail address is stored. Send the token of a live session, or post from the page’s own origin. A client never waits for it.',
    'x-limit': 'chatappTelemetry',
    'x-answer': 'envelope',
    'x-body': { bound: 65_536, kind: 'object' },
    'x-errors': ['forbidden_origin', ...SESSION, 'store_unavailable'],
    'x-needs': {},
    'x-after': 'createMiniappSession',
    request: jsonBody(LinkTelemetryEvent),
    responses: answers(
      'The event is stored',
      z.object({ accepted: z.literal(true).openapi({ description: 'Always true', type: 'boolean', enum: [true] }) }),
    ),
  }),
  getMiniappStatus: operation({
    operationId: 'getMiniappStatus',
    method: 'get',
    path: '/chatapp/miniapp/status',
    tags: ['chatapp'],
    summary: 'The session of the Mini App, and the link of its chat user',
    description:
      'Says until when a session of createMiniappSession lasts, and how the chat user is linked, without asking the identity provider. The state of the wallet is read anew, so that a link that waited for one becomes active by itself.',
    'x-limit': 'chatappRead',
    'x-answer': 'envelope',
    'x-auth': 'miniapp',
    security: SECURITY.miniapp,
    'x-needs': {},
    'x-after': 'createMiniappSession',
    responses: answers('The session and the link', MiniappStatus),
  }),
  unlinkChatapp: operation({
    operationId: 'unlinkChatapp',
    'x-idempotency': 'object',
    method: 'post',
    path: '/chatapp/unlink',
    tags: ['chatapp'],
    summary: 'End the link of the chat user',
    description:
      'Revokes the link of the chat user of the session, so that both sides may be linked again, also to others. Safe to repeat. The account, its e-mail and its wallets stay, and so does the chat account at the identity provider.',
    'x-limit': 'chatappWrite',
    'x-answer': 'envelope',
    'x-auth': 'miniapp',
    'x-body': NO_BODY,
    security: SECURITY.miniapp,
    'x-needs': {},
    'x-after': 'createMiniappSession',
    responses: answers('The link, now revoked', UnlinkedChatapp),
  }),
  receiveChatappUpdate: operation({
    operationId: 'receiveChatappUpdate',
    method: 'post',
    path: '/chatapp/webhook',
    tags: ['chatapp'],
    summary: 'Receive an update of the bot; /link in a private chat is answered with the Mini App button',
    description:
      'For the chat app alone: its bot API delivers updates here. To /link in a private chat the answer is the method call that sends a button, which opens the Mini App with a link token; any other update is acknowledged and forgotten. An update that is delivered twice gets the same answer.',
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
