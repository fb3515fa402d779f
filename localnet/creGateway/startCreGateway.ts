import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { computeAddress, sha256, toUtf8Bytes } from 'ethers'
import { type Call, parseJson, Reply, serveJson, type Service } from '../standIn.ts'
import { faultOfToken } from './verifyToken.ts'

/** A request that the gateway accepted. */
export interface AcceptedRequest {
  readonly id: string
  readonly workflowId: string
  /** The same for every request with the same id and workflow. */
  readonly executionId: string
}

export interface CreGateway extends Service {
  /** In the order of arrival. */
  readonly accepted: readonly AcceptedRequest[]
  /** Ids of the requests in progress. */
  readonly inProgress: ReadonlySet<string>
  /** Milliseconds that each request waits before it is processed. */
  delayMs: number
  /** Answers in place of the gateway, to simulate a broken or busy one; can be set at any time. */
  respond: ((response: ServerResponse) => void) | undefined
}

/** JSON-RPC 2.0 section 5.1, and the gateway's own. */
const INVALID_REQUEST = -32600
const METHOD_NOT_FOUND = -32601
const PARSE_ERROR = -32700
const CONFLICT = -32003

/**
 * A workflow gateway on a free port: JSON-RPC `workflows.execute` with a token of alg `ETH`, for one authorised key
 * that it creates and hands out. It executes nothing.
 */
export async function startCreGateway(): Promise<CreGateway> {
  const privateKey = `0x${randomBytes(32).toString('hex')}`
  const authorizedKeys = new Set([computeAddress(privateKey).toLowerCase()])
  const seen = new Map<string, number>()
  const inProgress = new Set<string>()
  const accepted: AcceptedRequest[] = []

  const { url, stop } = await serveJson(answer)
  const gateway: CreGateway = {
    url,
    variables: { CRE_GATEWAY_URL: url, CRE_HTTP_TRIGGER_PRIVATE_KEY: privateKey },
    accepted,
    inProgress,
    delayMs: 0,
    respond: undefined,
    stop,
  }

  async function answer({ request, response }: Call): Promise<Reply | void> {
    const body = await text(request)
    if (gateway.respond) return gateway.respond(response)
    const executed = await execute(request.headers.authorization ?? '', body)
    return new Reply('error' in executed ? 400 : 200, executed)
  }

  async function execute(authorization: string, body: string) {
    const parsed = parseJson(body)
    const message = parsed === undefined ? undefined : recordOf(parsed)
    const { id, method, params } = message ?? {}
    const fault = (code: number, message: string) => ({ jsonrpc: '2.0', id: id ?? null, error: { code, message } })
    if (!message) return fault(PARSE_ERROR, 'no JSON')
    if (typeof id !== 'string' || id === '' || id.includes('/')) return fault(INVALID_REQUEST, 'the id is not valid')
    if (method !== 'workflows.execute') return fault(METHOD_NOT_FOUND, 'there is no such method')
    const { input, workflow } = recordOf(params)
    const { workflowID } = recordOf(workflow)
    if (typeof workflowID !== 'string' || !/^(0x)?[0-9a-f]{64}$/.test(workflowID))
      return fault(INVALID_REQUEST, 'the workflow id is not valid')
    if (typeof input !== 'object' || input === null) return fault(INVALID_REQUEST, 'the input is not an object')

    const now = Math.floor(Date.now() / 1000)
    for (const [jti, until] of seen) if (until <= now) seen.delete(jti)
    const wrong = faultOfToken(authorization.replace(/^Bearer /, ''), message, { authorizedKeys, seen, now })
    if (wrong !== undefined) return fault(INVALID_REQUEST, wrong)
    if (inProgress.has(id)) return fault(CONFLICT, 'a request of this id is under way')

    inProgress.add(id)
    if (gateway.delayMs > 0) await sleep(gateway.delayMs)
    inProgress.delete(id)
    const executionId = sha256(toUtf8Bytes(`${workflowID}${id}`))
    accepted.push({ id, workflowId: workflowID, executionId })
    const result = {
      workflow_id: `0x${workflowID.replace(/^0x/, '')}`,
      workflow_execution_id: executionId,
      status: 'ACCEPTED',
    }
    return { jsonrpc: '2.0', id, method, result }
  }

  return gateway
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
