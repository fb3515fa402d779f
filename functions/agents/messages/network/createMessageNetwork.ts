import type { MsgnetEnv } from './msgnetEnv.ts'
import { secretsInForce } from '../../../../shared/env/secretsInForce.ts'
import { askService, jsonOf } from '../../../../shared/provider/askService.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import { isSignedAnswer } from './isSignedAnswer.ts'
import { MOST_TEXT, type MessageNetwork } from './MessageNetwork.ts'
import { readConversations, readMessages, readReplyReceipt } from './readAnswers.ts'

interface Gateway {
  readonly url: string
  readonly token: string
  /** Those that it may sign answers with: two while the secret is being rotated. */
  readonly secrets: readonly string[]
}

const MAX_BYTES = 1024 * 1024

/**
 * The messaging network behind a gateway that holds the agents' keys there (docs/messages.md has its protocol); null where
 * none is configured.
 */
export function createMessageNetwork({
  MSGNET_GATEWAY_URL: url,
  MSGNET_GATEWAY_TOKEN: token,
  MSGNET_GATEWAY_SECRET,
  MSGNET_GATEWAY_SECRET_PREVIOUS,
}: MsgnetEnv): MessageNetwork | null {
  const secrets = secretsInForce(MSGNET_GATEWAY_SECRET, MSGNET_GATEWAY_SECRET_PREVIOUS)
  // The previous secret alone is what is left of a rotation, and no configuration.
  if (!url || !token || !MSGNET_GATEWAY_SECRET) return null
  const gateway = { url, token, secrets }
  return {
    async conversations(agent, { after, limit }, timeoutMs) {
      const request = { agent, after, limit }
      return readConversations(await ask(gateway, '/v1/conversations', request, timeoutMs), request)
    },
    async messages(agent, conversation, { after, limit }, timeoutMs) {
      const request = { agent, conversation, after, limit }
      return readMessages(await ask(gateway, '/v1/messages', { ...request, mostText: MOST_TEXT }, timeoutMs), request)
    },
    async reply(agent, conversation, { id, text }, timeoutMs) {
      const request = { agent, conversation, id }
      readReplyReceipt(await ask(gateway, '/v1/replies', { ...request, text }, timeoutMs), request)
    },
  }
}

/** The JSON of a signed 200 answer to this very request. Throws ProviderFailure for everything else. */
async function ask({ url, token, secrets }: Gateway, path: string, json: object, timeoutMs: number): Promise<unknown> {
  const requestId = crypto.randomUUID()
  const answer = await askService({
    provider: 'messagingNetwork',
    url,
    path,
    bearer: token,
    headers: { 'x-msgnet-request': requestId },
    json,
    answers: (status) => status !== 429,
    timeoutMs,
    maxBytes: MAX_BYTES,
  })
  const { status, bytes } = answer
  // Only the gateway itself may refuse a message permanently: a proxy's 404 must not end one.
  const isOwn = await isSignedAnswer({ requestId, status, bytes }, answer.headers.get('x-msgnet-signature'), secrets)
  if (!isOwn) throw new ProviderFailure('failed', `status ${status}, not signed by the gateway`)
  if (status === 200) return jsonOf(answer)
  throw new ProviderFailure(status === 409 || status === 410 ? 'refused' : 'failed', `status ${status}`)
}
