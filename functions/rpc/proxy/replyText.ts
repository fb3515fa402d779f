import type { RpcReply } from '../../../shared/chain/RpcCall.ts'
import type { RpcId } from '../../../schema/rpc/proxy.ts'
import type { BytesAnswer } from '../../../shared/http/handler.ts'
import { withoutSecrets } from './upstream/relay.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A JSON-RPC response with a result that is JSON text already. */
export const resultText = (id: RpcId, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`

/** A node's reply as the response to a caller's own id. */
export function replyText(id: RpcId, reply: RpcReply, secrets: readonly string[]): string {
  const clean = withoutSecrets(reply, secrets)
  if ('result' in clean) return resultText(id, JSON.stringify(clean.result))
  return JSON.stringify({ jsonrpc: '2.0', id, error: clean.error })
}

export const jsonAnswer = (bytes: Uint8Array | string): BytesAnswer => ({ bytes, type: JSON_TYPE })
