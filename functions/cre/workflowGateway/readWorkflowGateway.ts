import type { GatewayEnv } from './gatewayEnv.ts'
import type { Hex } from 'viem'

export interface WorkflowGateway {
  readonly url: string
  readonly privateKey: Hex
  readonly timeoutMs: number
}

const TIMEOUT_MS = 30_000

/** The gateway as configured, or the name of the variable that is missing or invalid. */
export function readWorkflowGateway(env: GatewayEnv): WorkflowGateway | string {
  const { CRE_GATEWAY_URL: url, CRE_GATEWAY_TIMEOUT_MS: timeoutMs = TIMEOUT_MS } = env
  if (!url) return 'CRE_GATEWAY_URL'
  // An invalid key is an error; the other key does not replace it.
  const key = env.CRE_HTTP_TRIGGER_PRIVATE_KEY
  const privateKey = key === undefined ? env.CRE_TRIGGER_SIGNER_PRIVATE_KEY : key
  if (!privateKey) return 'CRE_HTTP_TRIGGER_PRIVATE_KEY'
  return timeoutMs === null ? 'CRE_GATEWAY_TIMEOUT_MS' : { url, privateKey, timeoutMs }
}
