import type { RpcId } from '../../../../schema/rpc/proxy.ts'
import type { RpcReply } from '../../../../shared/chain/RpcCall.ts'
import type { BytesAnswer } from '../../../../shared/http/handler.ts'

/** The most of a node's words that is passed on. */
const MAX_MESSAGE = 2000
const URLS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/\S+/gi
/** Shorter parts of a path or a query say nothing about an account, and shorter credentials would be found anywhere. */
const LONG_PART = 8
const LONG_CREDENTIAL = 4

/** Texts that identify the operator's account with a provider: hosts, credentials, and long parts of paths and queries. */
export function secretsIn(urls: readonly string[]): readonly string[] {
  const parts = urls.flatMap((text) => {
    const { host, hostname, username, password, pathname, searchParams } = new URL(text)
    return [
      ...[host, hostname, username, password].filter((part) => part.length >= LONG_CREDENTIAL),
      ...[...pathname.split('/'), ...searchParams.values()].filter((part) => part.length >= LONG_PART),
    ]
  })
  return [...new Set(parts)].toSorted((a, b) => b.length - a.length)
}

/**
 * A node's reply as it may be passed on: what a contract or the node says of the call, without any URL and without what
 * names the operator's account. Results are the chain's own.
 */
function withoutSecrets(reply: RpcReply, secrets: readonly string[]): RpcReply {
  if ('result' in reply) return reply
  const clean = (text: string) =>
    secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text.replace(URLS, '…'))
  const { code, message, data } = reply.error
  const relayed = { code, message: clean(message).slice(0, MAX_MESSAGE) }
  if (data === undefined) return { error: relayed }
  const text = JSON.stringify(data)
  return {
    error: {
      ...relayed,
      data: JSON.parse(text, (_, value: unknown) => (typeof value === 'string' ? clean(value) : value)),
    },
  }
}

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
