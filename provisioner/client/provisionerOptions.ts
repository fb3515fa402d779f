import * as z from 'zod'
import { optional, withDefault } from '../../shared/env/declare.ts'
import { flag, oneOf, safeUrls, text, whole } from '../../shared/env/formats.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import type { ProvisionerOptions } from './createProvisioner.ts'
import { requireOwnBearer } from '../requireOwnBearer.ts'
import { SYMBOL_MODES } from '../tokenSymbols.ts'

/** Variables and secrets of the application that calls a provisioner. */
export const ProvisionerClientEnv = z.object({
  SVM_PROVISIONER_URLS: withDefault(safeUrls, '', {
    meaning: 'provisioners, in order of preference',
    without: '503',
  }),
  SVM_PROVISIONER_URL: withDefault(safeUrls, '', {
    meaning: 'URL of an additional provisioner, or of the only one',
    without: 'none',
  }),
  PROVISIONER_BEARER_TOKEN: optional(text, {
    meaning: 'bearer token of the provisioners; must differ from every other variable',
    without: '503',
    secret: true,
  }),
  SVM_PROVISIONER_RETRY_ATTEMPTS: withDefault(whole(1, 8), '3', {
    meaning: 'maximum number of requests to each provisioner',
  }),
  SVM_PROVISIONER_RETRY_DELAY_MS: withDefault(whole(0, 60_000), '1200', {
    meaning: 'pause between these requests, in milliseconds',
  }),
  SVM_PROVISIONER_TIMEOUT_MS: withDefault(whole(10_000, 300_000), '90000', {
    meaning: 'timeout of each request, in milliseconds',
  }),
  SVM_BRIDGE_WRAP_SYMBOL_MODE: withDefault(oneOf(SYMBOL_MODES), 'auto', { meaning: 'as in the provisioner' }),
  SVM_BRIDGE_WRAP_METADATA_URI_ENABLED: withDefault(flag, 'false', { meaning: 'as in the provisioner' }),
})

/** Reads them. Throws an Error that names the wrong variables, or those with the same value as the bearer token. */
export function provisionerOptions(given: object): ProvisionerOptions {
  const env = readEnv(ProvisionerClientEnv, given)
  requireOwnBearer(given)
  const urls = [...env.SVM_PROVISIONER_URLS, ...env.SVM_PROVISIONER_URL]
  return {
    urls: [...new Set(urls.map((url) => new URL(url).origin))],
    token: env.PROVISIONER_BEARER_TOKEN ?? '',
    attempts: env.SVM_PROVISIONER_RETRY_ATTEMPTS,
    delayMs: env.SVM_PROVISIONER_RETRY_DELAY_MS,
    timeoutMs: env.SVM_PROVISIONER_TIMEOUT_MS,
    symbolMode: env.SVM_BRIDGE_WRAP_SYMBOL_MODE,
    metadataUri: env.SVM_BRIDGE_WRAP_METADATA_URI_ENABLED,
  }
}
