import type { ErrorCode } from '../../../schema/errors.ts'
import { logError } from '../../../shared/log/logError.ts'
import { askService, type ServiceAnswer } from '../../../shared/provider/askService.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { sha256 } from '../../../shared/text/bytes.ts'
import { canonicalJson, jsonOrNothing } from '../../../shared/text/json.ts'
import type { WorkflowGateway } from './gatewayEnv.ts'
import { signJwt } from './signJwt.ts'

export interface Execution {
  /** Id of the JSON-RPC request, from which the gateway derives the execution: the same id is the same execution. */
  readonly requestId: string
  /** 64 hex digits in lower case. */
  readonly workflowId: string
  /** JSON object. */
  readonly input: unknown
}

/** The outcome: the gateway's JSON text if it accepted, else a code of the catalogue. */
export type Executed =
  | {
      readonly outcome: 'accepted'
      readonly statusCode: number
      readonly gatewayUrl: string
      readonly response: string
    }
  | { readonly outcome: 'failed'; readonly code: ErrorCode; readonly detail?: string }

const MAX_RESPONSE = 262_144
/** The token starts a little in the past, for clocks that differ, and lives as long as the gateway accepts. */
const BACKDATED_SECONDS = 5
const TOKEN_SECONDS = 300

/** The gateway's own error codes (JSON-RPC 2.0 section 5.1); every other one is gateway_failed. */
const BY_RPC_ERROR: Readonly<Record<number, ErrorCode>> = {
  [-32000]: 'gateway_overloaded',
  [-32002]: 'gateway_rate_limited',
  [-32003]: 'gateway_conflict',
}
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  409: 'gateway_conflict',
  429: 'gateway_rate_limited',
  503: 'gateway_overloaded',
  504: 'gateway_timeout',
}

/**
 * Asks the gateway once, by JSON-RPC `workflows.execute`, with a fresh token over the digest of the body. Only a 2xx with a
 * result of status ACCEPTED and no error counts as accepted. Never throws.
 */
export async function executeWorkflow(gateway: WorkflowGateway, execution: Execution, now: number): Promise<Executed> {
  try {
    return judge(gateway.url, await post(gateway, execution, now), execution.requestId)
  } catch (error) {
    if (error instanceof ProviderFailure && error.kind === 'timeout')
      return { outcome: 'failed', code: 'gateway_timeout' }
    logError('warn', 'gateway_failed', error)
    return failed('gateway_failed', 'the gateway could not be reached, or its response could not be read')
  }
}

async function post(
  { url, privateKey, timeoutMs }: WorkflowGateway,
  execution: Execution,
  now: number,
): Promise<ServiceAnswer> {
  const body = canonicalJson({
    id: execution.requestId,
    jsonrpc: '2.0',
    method: 'workflows.execute',
    params: { input: execution.input, workflow: { workflowID: execution.workflowId } },
  })
  const iat = Math.floor(now / 1000) - BACKDATED_SECONDS
  const claims = { digest: `0x${await sha256(body)}`, iat, exp: iat + TOKEN_SECONDS, jti: crypto.randomUUID() } as const
  const headers = { 'content-type': 'application/json' }
  const bearer = await signJwt(claims, privateKey)
  return askService({
    provider: 'workflowGateway',
    url,
    bearer,
    headers,
    body,
    answers: () => true,
    timeoutMs,
    maxBytes: MAX_RESPONSE,
  })
}

function judge(gatewayUrl: string, { status: statusCode, bytes }: ServiceAnswer, requestId: string): Executed {
  const message = recordOf(jsonOrNothing(bytes))
  const error = recordOf(message?.['error'])
  if (error) {
    const code = typeof error['code'] === 'number' ? error['code'] : 0
    return failed(BY_RPC_ERROR[code] ?? 'gateway_failed', `the gateway returned JSON-RPC error ${code}`)
  }
  if (statusCode < 200 || statusCode > 299)
    return failed(BY_STATUS[statusCode] ?? 'gateway_failed', `the gateway returned HTTP status ${statusCode}`)
  const result = recordOf(message?.['result'])
  const isOurs = message?.['jsonrpc'] === '2.0' && (message['id'] ?? requestId) === requestId
  if (!isOurs || result?.['status'] !== 'ACCEPTED')
    return failed('gateway_failed', 'the gateway did not confirm that it accepted the request')
  return { outcome: 'accepted', statusCode, gatewayUrl, response: new TextDecoder().decode(bytes) }
}

/** Only a code without a text of its own in the catalogue gets a detail: the others already say what to do. */
const failed = (code: ErrorCode, detail: string): Executed =>
  code === 'gateway_failed' ? { outcome: 'failed', code, detail } : { outcome: 'failed', code }

const recordOf = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
