import { hexToBytes } from 'viem/utils'
import { createKeyring } from '../../../../shared/auth/createKeyring.ts'
import { secretsInForce } from '../../../../shared/env/secretsInForce.ts'
import { askService, jsonOf } from '../../../../shared/provider/askService.ts'
import { ProviderFailure } from '../../../../shared/provider/ProviderFailure.ts'
import { type MessageNetwork, MOST_TEXT } from './MessageNetwork.ts'
import type { MsgnetEnv } from './msgnetEnv.ts'
import { readConversations, readMessages, readReplyReceipt } from './readAnswers.ts'

interface Gateway {
  readonly url: string
  readonly token: string
  /** Secrets of its signatures: two during a rotation. */
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

interface SignedAnswer {
  /** Chosen for the request, so that an earlier answer is not taken for one to it. */
  readonly requestId: string
  readonly status: number
  readonly bytes: Uint8Array
}

/**
 * Whether a gateway has signed an answer: `v1=` and, in hex, HMAC-SHA256 by one of the secrets over the lines `v1`, request
 * id and status, and the body. A valid signature proves that nobody in between has forged the sender of a message.
 */
async function isSignedAnswer(
  { requestId, status, bytes }: SignedAnswer,
  signature: string | null,
  secrets: readonly string[],
): Promise<boolean> {
  const [, hex] = /^v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
  if (hex === undefined) return false
  const head = new TextEncoder().encode(`v1\n${requestId}\n${status}\n`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  return createKeyring(secrets).verify(signed, hexToBytes(`0x${hex}`))
}
