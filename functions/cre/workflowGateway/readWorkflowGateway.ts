import type { Hex } from 'viem'
import { list } from '../../../shared/text/list.ts'

export interface WorkflowGatewayEnv {
  /** URL of the workflow gateway: https, or http on a loopback host. */
  readonly CRE_GATEWAY_URL?: string
  /** Key that signs the requests to it: 0x and 64 hex digits. */
  readonly CRE_HTTP_TRIGGER_PRIVATE_KEY?: string
  /** Taken where the other is absent. */
  readonly CRE_TRIGGER_SIGNER_PRIVATE_KEY?: string
  /** How long the gateway is waited for; 30 seconds unless given. */
  readonly CRE_GATEWAY_TIMEOUT_MS?: string
  /** Ids of the workflows that may be triggered, separated by commas; any where absent. */
  readonly CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS?: string
}

export interface WorkflowGateway {
  readonly url: string
  readonly privateKey: Hex
  readonly timeoutMs: number
}

const TIMEOUT_MS = 30_000

/** The gateway as configured, or the name of the variable that is missing or wrong. */
export function readWorkflowGateway(env: WorkflowGatewayEnv): WorkflowGateway | string {
  const url = (env.CRE_GATEWAY_URL ?? '').replace(/\/$/, '')
  if (!isAllowed(url)) return 'CRE_GATEWAY_URL'
  const privateKey = env.CRE_HTTP_TRIGGER_PRIVATE_KEY || env.CRE_TRIGGER_SIGNER_PRIVATE_KEY || ''
  if (!isKey(privateKey)) return 'CRE_HTTP_TRIGGER_PRIVATE_KEY'
  const timeoutMs = Number(env.CRE_GATEWAY_TIMEOUT_MS || TIMEOUT_MS)
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1) return 'CRE_GATEWAY_TIMEOUT_MS'
  return { url, privateKey, timeoutMs }
}

/** What goes over the wire is signed and not secret, but its answer is believed: https, or a host that is this one. */
function isAllowed(text: string): boolean {
  if (/^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/.test(text)) return URL.canParse(text)
  const url = URL.canParse(text) ? new URL(text) : undefined
  return (
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  )
}

const isKey = (text: string): text is Hex => /^0x[0-9a-fA-F]{64}$/.test(text)

/** Throws an Error that names the variable when an entry is not a workflow id. */
export function triggerAllowList(text: string | undefined): ReadonlySet<string> | undefined {
  if (!text) return undefined
  return new Set(
    list(text).map((id) => {
      if (!/^(0[xX])?[0-9a-fA-F]{64}$/.test(id))
        throw new Error(`CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS: ${JSON.stringify(id)} is not 64 hex digits`)
      return id.slice(-64).toLowerCase()
    }),
  )
}
