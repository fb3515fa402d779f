import { isFlowErrorCode } from '../flow/errorGuide.ts'
import { type FlowError, FlowFailure } from '../flow/FlowError.ts'
import type { LinkedAccount, MiniappProof, Readiness } from '../flow/LinkEffects.ts'
import { askJson, type JsonAnswer, retryAfterOf } from './askJson.ts'
import { fieldsOf, flagOf, oneOf, textOf, textOrNull, timeOf } from './readFields.ts'

/** Operations that the page calls; schema/chatapp/index.ts describes them. All throw a FlowFailure. */
export interface ChatappApi {
  createSession(initData: string, key: string, signal: AbortSignal): Promise<MiniappProof>
  checkReady(email: string, sessionToken: string, token: string, signal: AbortSignal): Promise<Readiness>
  complete(
    input: { readonly sessionToken: string; readonly linkToken: string | undefined },
    token: string,
    signal: AbortSignal,
  ): Promise<LinkedAccount>
}

/** `base` is the path of the API on the page's own origin; `flowId` traces the flow through the logs. */
export function createChatappApi({ base, flowId }: { readonly base: string; readonly flowId: string }): ChatappApi {
  async function call(path: string, body: object, signal: AbortSignal, headers: Record<string, string>) {
    const answer = await askJson(`${base}/chatapp${path}`, {
      body: { ...body, flowId },
      headers,
      signal,
    })
    if (!answer.ok) throw new FlowFailure(problemOfAnswer(answer))
    return fieldsOf(fieldsOf(answer.body)['data'])
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  return {
    async createSession(initData, key, signal) {
      const data = await call('/miniapp/session', { initData }, signal, { 'idempotency-key': key })
      return {
        sessionToken: textOf(data, 'sessionToken'),
        chatappUserId: textOf(data, 'chatappUserId'),
        chatappUsername: textOrNull(data, 'chatappUsername'),
        expiresAt: timeOf(data, 'expiresAt'),
      }
    },
    async checkReady(email, sessionToken, token, signal) {
      const data = await call('/link/ready', { email, sessionToken }, signal, bearer(token))
      return { kind: flagOf(data, 'ready') ? 'ready' : 'not_ready' }
    },
    async complete(input, token, signal) {
      const data = await call('/link/complete', input, signal, bearer(token))
      const link = fieldsOf(data['link'])
      return {
        linkStatus: oneOf(link, 'linkStatus', ['active', 'pending_wallet_setup']),
        ownerVerified: link['ownerVerified'] === null ? null : flagOf(link, 'ownerVerified'),
        email: textOf(fieldsOf(data['account']), 'email'),
        chatappUsername: textOrNull(link, 'chatappUsername'),
        canonicalCswAddress: textOrNull(link, 'canonicalCswAddress'),
      }
    },
  }
}

/** An answer without an error code of this API comes from a proxy, or from a service during a deployment. */
function problemOfAnswer(answer: JsonAnswer): FlowError {
  const code = answer.headers.get('x-error-code') ?? ''
  if (isFlowErrorCode(code)) return { code, ...retryAfterOf(answer) }
  if (answer.status === 429) return { code: 'rate_limited', ...retryAfterOf(answer) }
  return { code: answer.status >= 500 ? 'family_unavailable' : 'unexpected', ...retryAfterOf(answer) }
}
