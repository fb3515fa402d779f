import type { MsgnetEnv } from './msgnetEnv.ts'
import { secretsInForce } from '../../../../shared/env/secretsInForce.ts'
import { readBounded } from '../../../../shared/text/readBounded.ts'
import { parseJson } from '../../../../shared/text/json.ts'
import { isSignedAnswer } from './isSignedAnswer.ts'
import { MOST_TEXT, type MessageNetwork } from './MessageNetwork.ts'
import { MsgnetFailure } from './MsgnetFailure.ts'
import { readConversations, readMessages, readReplied } from './readAnswers.ts'

interface Gateway {
  readonly url: string
  readonly token: string
  /** Those that it may sign answers with: two while the secret is being rotated. */
  readonly secrets: readonly string[]
}

const MAX_BYTES = 1024 * 1024

/**
 * The messaging network behind a gateway that holds the agents' keys there (docs/messages.md has its protocol); null where
 * none is configured. Redirects are not followed, and at most 1 MiB of an answer is read.
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
  const gateway = { url: url.replace(/\/+$/, ''), token, secrets }
  return {
    async conversations(agent, { after, limit }, timeoutMs) {
      const asked = { agent, after, limit }
      return readConversations(await ask(gateway, '/v1/conversations', asked, timeoutMs), asked)
    },
    async messages(agent, conversation, { after, limit }, timeoutMs) {
      const asked = { agent, conversation, after, limit }
      return readMessages(await ask(gateway, '/v1/messages', { ...asked, mostText: MOST_TEXT }, timeoutMs), asked)
    },
    async reply(agent, conversation, { id, text }, timeoutMs) {
      const asked = { agent, conversation, id }
      readReplied(await ask(gateway, '/v1/replies', { ...asked, text }, timeoutMs), asked)
    },
  }
}

/** The JSON of a signed 200 answer to this very request. Throws MsgnetFailure for everything else. */
async function ask(gateway: Gateway, path: string, body: object, timeoutMs: number): Promise<unknown> {
  const requestId = crypto.randomUUID()
  const { status, signature, bytes } = await send(`${gateway.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      authorization: `Bearer ${gateway.token}`,
      'content-type': 'application/json',
      'x-msgnet-request': requestId,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (status === 429) throw new MsgnetFailure('throttled', 'status 429')
  // Also a refusal for good must be the gateway's own: a proxy's 404 must not end a message.
  const isOwn = await isSignedAnswer({ requestId, status, bytes }, signature, gateway.secrets)
  if (!isOwn) throw new MsgnetFailure('unavailable', `status ${status}, not signed by the gateway`)
  if (status === 409 || status === 410) throw new MsgnetFailure('refused', `status ${status}`)
  if (status !== 200) throw new MsgnetFailure('unavailable', `status ${status}`)
  try {
    return parseJson(bytes)
  } catch {
    throw new MsgnetFailure('unavailable', 'no JSON')
  }
}

async function send(url: string, init: RequestInit) {
  try {
    const { status, headers, body } = await fetch(url, init)
    const bytes = body ? await readBounded(body, MAX_BYTES) : new Uint8Array()
    return { status, signature: headers.get('x-msgnet-signature'), bytes }
  } catch (error) {
    throw new MsgnetFailure('unavailable', error instanceof Error ? error.name : typeof error)
  }
}
