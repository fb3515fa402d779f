import * as z from 'zod'
import type { NoncesObject } from '../../shared/durable/nonces.ts'
import { binding, lenient, optional, previous, secret, withDefault } from '../../shared/env/declare.ts'
import { pipelineVariables } from '../../shared/env/env.ts'
import { zoneSwitches } from '../../shared/env/keeprEnv.ts'
import { flag, format, hex32, listOf, whole } from '../../shared/env/formats.ts'
import type { TriggerRunsObject } from './triggerRunStore.ts'

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

const workflows = listOf('workflow ids of 64 hex digits each', (id) =>
  /^(0[xX])?[0-9a-fA-F]{64}$/.test(id) ? id.slice(-64).toLowerCase() : undefined,
)

/** The workflow gateway. A mistake in its settings disables only the one route that needs it. */
export const gatewayVariables = {
  CRE_GATEWAY_URL: lenient(gatewayUrl, { meaning: 'the workflow gateway' }),
  CRE_HTTP_TRIGGER_PRIVATE_KEY: lenient(hex32, {
    meaning: 'signs requests to the workflow gateway, which knows its address',
    secret: true,
  }),
  CRE_TRIGGER_SIGNER_PRIVATE_KEY: lenient(hex32, {
    meaning: 'used if `CRE_HTTP_TRIGGER_PRIVATE_KEY` is absent',
    without: 'nothing',
    secret: true,
  }),
  CRE_GATEWAY_TIMEOUT_MS: lenient(whole(1, 999_999_999), {
    meaning: 'milliseconds to wait for the gateway',
    without: '30000',
  }),
}

export const GatewayEnv = z.object(gatewayVariables)
export type GatewayEnv = z.output<typeof GatewayEnv>

export const RuntimeEnv = z.object({
  ...pipelineVariables,
  ...gatewayVariables,
  ...zoneSwitches,
  DB: binding<D1Database>('database', 'D1: records and decisions of the runtime'),
  REPLAY_NONCES: binding<DurableObjectNamespace<NoncesObject>>('object', 'its own Durable Objects: used nonces'),
  TRIGGER_RUNS: binding<DurableObjectNamespace<TriggerRunsObject>>(
    'object',
    'its own Durable Objects: triggers in progress',
  ),
  CRE_RUNTIME_API_KEY: secret('what the workflow runtime sends as its bearer token'),
  CRE_RUNTIME_API_KEY_PREVIOUS: previous,
  CRE_RUNTIME_SIGNING_SECRET: secret('key of the HMAC over its requests; once it is set, requests must be signed'),
  CRE_RUNTIME_SIGNING_SECRET_PREVIOUS: previous,
  CRE_RUNTIME_ENFORCE_HMAC: withDefault(flag, 'false', {
    meaning: '`true`: strict mode, every request of the workflow runtime is signed',
  }),
  CRE_RUNTIME_ALLOW_UNSIGNED_WHEN_HMAC_CONFIGURED: withDefault(flag, 'false', {
    meaning:
      '`true`: outside strict mode the API key alone is enough even if a signing secret is configured; each such request is logged. Meant for a change-over; on in localnet',
  }),
  CRE_RUNTIME_ALLOWED_TRIGGER_WORKFLOW_IDS: optional(workflows, {
    meaning: 'workflows that may be triggered',
    without: 'any',
  }),
})
export type RuntimeEnv = z.output<typeof RuntimeEnv>
