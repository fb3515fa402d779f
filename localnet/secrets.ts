import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { attestorKey } from './world/lottery.ts'

const NAMES = [
  'AUTH_NONCE_SECRET',
  'AUTH_HANDOFF_SECRET',
  'SIWA_RECEIPT_SECRET',
  'AMOE_NONCE_SECRET',
  'LOTTERY_INGEST_SECRET',
  'CRON_SECRET',
  'ROOM_TOKEN_SECRET',
  'CRE_RUNTIME_API_KEY',
  'CRE_RUNTIME_SIGNING_SECRET',
  'CHATAPP_LINK_TOKEN_SECRET',
  'CHATAPP_WEBHOOK_SECRET',
  'TOKEN_LIST_KEY',
  'IDP_APP_SECRET',
  'CUSTODY_APP_SECRET',
  'KPR_API_KEY',
  'KPR_ZONE_KEY_FINANCIAL_EXECUTION',
  'KPR_ZONE_KEY_MARKET_MAINTENANCE',
  'KPR_ZONE_KEY_QUEUE_MESSAGING_MONITORING',
  'TREND_SENTINEL_SECRET',
] as const

/** Secrets of services, which make them themselves. */
const OF_SERVICES = [
  'CHATAPP_BOT_TOKEN',
  'EXPLORER_KEY',
  'LABELS_KEY',
  'PORTFOLIO_KEY',
  'SOCIAL_GRAPH_KEY',
  'MODEL_API_KEY',
  'IMAGE_PROVIDER_API_KEY',
  'MSGNET_GATEWAY_TOKEN',
  'X402_FACILITATOR_TOKEN',
  'TREND_API_KEY',
  'DEX_API_KEY',
  'PAYMASTER_UPSTREAM_URL',
]

/**
 * Secrets of a local set-up: created once and stored with its state, so that earlier signatures stay valid. Secrets
 * among `variables` take precedence.
 */
export async function localSecrets(
  stateDir: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const file = path.join(stateDir, 'secrets.json')
  const secrets = makeSecrets(variables, JSON.parse(await readFile(file, 'utf8').catch(() => '{}')))
  await mkdir(stateDir, { recursive: true })
  // Written completely or not at all: half of it would end every later start.
  const text = JSON.stringify(Object.fromEntries(NAMES.map((name) => [name, secrets[name]])))
  await writeFile(`${file}.draft`, text, { mode: 0o600 })
  await rename(`${file}.draft`, file)
  return secrets
}

/** Secrets of a local set-up: those among `variables`, else those `kept`, else new ones. */
export function makeSecrets(variables: Readonly<Record<string, string>>, kept: unknown = {}): Record<string, string> {
  const isSecret = (name: string) => name.endsWith('_SECRET') || [...NAMES, ...OF_SERVICES].some((own) => own === name)
  const given = Object.fromEntries(Object.entries(variables).filter(([name]) => isSecret(name)))
  const find = (name: string): string | undefined => {
    const value = typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  const secrets = NAMES.map((name) => [name, given[name] ?? find(name) ?? randomBytes(32).toString('hex')] as const)
  return { AMOE_ATTESTOR_KEY: attestorKey, ...given, ...Object.fromEntries(secrets) }
}
