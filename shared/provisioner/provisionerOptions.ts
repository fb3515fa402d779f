import { list } from '../text/list.ts'
import type { ProvisionerOptions } from './createProvisioner.ts'
import { SYMBOL_MODES } from './tokenSymbols.ts'

/** Variables and secrets of the application that calls a provisioner. */
export interface ProvisionerEnv {
  /** Provisioners in the order of preference, separated by commas or blanks. */
  readonly SVM_PROVISIONER_URLS?: string
  /** One more, or the only one. */
  readonly SVM_PROVISIONER_URL?: string
  /** A secret. */
  readonly PROVISIONER_BEARER_TOKEN?: string
  readonly SVM_PROVISIONER_RETRY_ATTEMPTS?: string
  readonly SVM_PROVISIONER_RETRY_DELAY_MS?: string
  readonly SVM_PROVISIONER_TIMEOUT_MS?: string
  readonly SVM_BRIDGE_WRAP_SYMBOL_MODE?: string
  readonly SVM_BRIDGE_WRAP_METADATA_URI_ENABLED?: string
}

/**
 * Reads them: 3 attempts for each provisioner, 1 200 ms apart, 90 s each, symbol mode `auto`, no metadata URI, where nothing
 * else is set. Throws an Error that names the variable that is wrong.
 */
export function provisionerOptions(env: ProvisionerEnv): ProvisionerOptions {
  const urls = [...list(env.SVM_PROVISIONER_URLS), ...list(env.SVM_PROVISIONER_URL)]
  for (const url of urls)
    if (!isSafe(url)) throw new Error('SVM_PROVISIONER_URLS: wants https URLs, or http on loopback')
  const mode = env.SVM_BRIDGE_WRAP_SYMBOL_MODE || 'auto'
  const symbolMode = SYMBOL_MODES.find((known) => known === mode)
  if (symbolMode === undefined) throw new Error(`SVM_BRIDGE_WRAP_SYMBOL_MODE: wants one of ${SYMBOL_MODES.join(', ')}`)
  return {
    urls: [...new Set(urls.map((url) => new URL(url).origin))],
    token: env.PROVISIONER_BEARER_TOKEN ?? '',
    attempts: integer(env, 'SVM_PROVISIONER_RETRY_ATTEMPTS', { min: 1, max: 8, fallback: 3 }),
    delayMs: integer(env, 'SVM_PROVISIONER_RETRY_DELAY_MS', { min: 0, max: 60_000, fallback: 1200 }),
    timeoutMs: integer(env, 'SVM_PROVISIONER_TIMEOUT_MS', { min: 10_000, max: 300_000, fallback: 90_000 }),
    symbolMode,
    metadataUri: ['1', 'true', 'yes', 'on'].includes((env.SVM_BRIDGE_WRAP_METADATA_URI_ENABLED ?? '').toLowerCase()),
  }
}

/** The bearer token goes over no network in the clear. */
function isSafe(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}

type Numeric = 'SVM_PROVISIONER_RETRY_ATTEMPTS' | 'SVM_PROVISIONER_RETRY_DELAY_MS' | 'SVM_PROVISIONER_TIMEOUT_MS'

function integer(
  env: ProvisionerEnv,
  name: Numeric,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  const text = env[name] || String(fallback)
  if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text)
  throw new Error(`${name}: wants an integer from ${min} to ${max}`)
}
