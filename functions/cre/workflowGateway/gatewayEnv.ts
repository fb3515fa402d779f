import type { Hex } from 'viem'
import * as z from 'zod'
import { lenient } from '../../../shared/env/declare.ts'
import { format, hex32, whole } from '../../../shared/env/formats.ts'

/** The request is signed but not secret, but its answer is trusted: so https, or a host that is this machine. */
const gatewayUrl = format(
  'an https URL without user, query or fragment, or http on `localhost` or `127.0.0.1` without a path',
  (given) => {
    const text = given.replace(/\/$/, '')
    const url = URL.parse(text)
    if (/^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/.test(text)) return url ? text : undefined
    const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
    return url?.protocol === 'https:' && isPlain ? text : undefined
  },
)

/** The workflow gateway. A mistake in its settings disables only the one route that needs it. */
export const gatewayVariables = {
  CRE_GATEWAY_URL: lenient(gatewayUrl, { provider: 'workflowGateway', meaning: 'URL of the workflow gateway' }),
  CRE_HTTP_TRIGGER_PRIVATE_KEY: lenient(hex32, {
    provider: 'workflowGateway',
    isOneOf: true,
    meaning: 'private key that signs requests to the workflow gateway, where its address is registered',
    secret: true,
  }),
  CRE_TRIGGER_SIGNER_PRIVATE_KEY: lenient(hex32, {
    provider: 'workflowGateway',
    isOneOf: true,
    meaning: 'used if `CRE_HTTP_TRIGGER_PRIVATE_KEY` is absent',
    without: '`CRE_HTTP_TRIGGER_PRIVATE_KEY` is required',
    secret: true,
  }),
  CRE_GATEWAY_TIMEOUT_MS: lenient(whole(1, 999_999_999), {
    meaning: 'timeout of a request to the gateway, in milliseconds',
    without: '30000',
  }),
}

export const GatewayEnv = z.object(gatewayVariables)
export type GatewayEnv = z.output<typeof GatewayEnv>

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
