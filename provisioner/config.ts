import path from 'node:path'
import { z } from 'zod'
import { DEPLOY_ENVS, type DeployEnv } from '../schema/provisioner.ts'
import { readEnv } from '../shared/env/readEnv.ts'
import { WRAPPED_SOL } from './bridges.ts'
import { ProvisionerEnv } from './env.ts'
import { requireOwnBearer } from './requireOwnBearer.ts'

export type Config = ReturnType<typeof readConfig>

/**
 * The provisioner's configuration, from environment variables. An empty variable counts as unset.
 *
 * Throws an Error that names every invalid variable and says what it must be, without any value, and what
 * `requireOwnBearer` throws.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const all = readEnv(ProvisionerEnv, env, ['SVM_BRIDGE_WRAP_SYMBOL_PREFIX'])
  requireOwnBearer(env)
  if (!all.PROVISIONER_ALLOW_PUBLIC_BIND && !isLoopback(all.PROVISIONER_HOST))
    throw new Error('PROVISIONER_HOST: must be a loopback address; set PROVISIONER_ALLOW_PUBLIC_BIND=1 to allow others')
  if (all.SVM_BRIDGE_CLI_ENV.some((name) => name.startsWith('PROVISIONER_')))
    throw new Error('SVM_BRIDGE_CLI_ENV: must not have variables that start with PROVISIONER_')
  const home = all.HOME
  const deployEnvs: ReadonlySet<DeployEnv> = new Set(
    all.SVM_BRIDGE_DEPLOY_ENVS.length === 0 ? DEPLOY_ENVS : all.SVM_BRIDGE_DEPLOY_ENVS,
  )
  if (!deployEnvs.has(all.SVM_BRIDGE_DEPLOY_ENV))
    throw new Error('SVM_BRIDGE_DEPLOY_ENV: must be one of SVM_BRIDGE_DEPLOY_ENVS')

  return {
    logLevel: all.PROVISIONER_LOG_LEVEL,
    host: all.PROVISIONER_HOST,
    port: all.PROVISIONER_PORT,
    bearerToken: all.PROVISIONER_BEARER_TOKEN,
    healthDebug: all.PROVISIONER_HEALTH_DEBUG,
    extendedEndpoints: all.PROVISIONER_EXTENDED_ENDPOINTS,
    minPayerLamports: toLamports(all.PROVISIONER_MIN_PAYER_SOL),
    totalTimeoutMs: all.PROVISIONER_TOTAL_TIMEOUT_MS,
    scalarWaitMs: all.PROVISIONER_SCALAR_WAIT_MS,
    /** Absent if no directory is set: then nothing can be provisioned. */
    cliDir: all.SVM_BRIDGE_CLI_DIR === undefined ? undefined : path.resolve(all.SVM_BRIDGE_CLI_DIR),
    cliBin: all.SVM_BRIDGE_CLI_BIN,
    cliEntry: all.SVM_BRIDGE_CLI_ENTRY,
    cliTimeoutMs: all.PROVISIONER_WRAP_TIMEOUT_MS,
    /** The whole environment of the programs that are started here. */
    cliEnv: pick(env, ['PATH', 'HOME', 'LANG', ...all.SVM_BRIDGE_CLI_ENV]),
    home,
    attempts: all.PROVISIONER_WRAP_RETRY_ATTEMPTS,
    retryDelayMs: all.PROVISIONER_WRAP_RETRY_DELAY_MS,
    defaultDeployEnv: all.SVM_BRIDGE_DEPLOY_ENV,
    deployEnvs,
    bridges: all.SVM_BRIDGE_ROUTES,
    /** By the name that requests use; `config` is the default one. */
    payers: new Map([
      ...Object.entries(all.SVM_BRIDGE_PAYERS).map(
        ([name, keypair]) => [name, readPayer('SVM_BRIDGE_PAYERS', keypair, home)] as const,
      ),
      ['config', readPayer('SVM_BRIDGE_PAYER_KP', all.SVM_BRIDGE_PAYER_KP, home)] as const,
    ]),
    scalerExponent: all.SVM_BRIDGE_SCALER_EXPONENT,
    mintDecimals: all.SVM_DEFAULT_MINT_DECIMALS,
    symbolMode: all.SVM_BRIDGE_WRAP_SYMBOL_MODE,
    symbolPrefix: all.SVM_BRIDGE_WRAP_SYMBOL_PREFIX,
    metadataUri: all.SVM_BRIDGE_WRAP_METADATA_URI_ENABLED,
    autoPool: all.SVM_AUTO_POOL,
    strictSolPair: all.SVM_STRICT_SOL_PAIR,
    /** The other side of a pool: in strict mode always wrapped SOL. */
    quoteMint: all.SVM_STRICT_SOL_PAIR ? WRAPPED_SOL : all.SVM_POOL_QUOTE_MINT,
    quoteMintIgnored: all.SVM_STRICT_SOL_PAIR && all.SVM_POOL_QUOTE_MINT !== WRAPPED_SOL,
    poolBinStep: all.SVM_POOL_BIN_STEP,
    poolFeeBps: all.SVM_POOL_FEE_BPS,
    vaultPrograms: new Set<string>(all.SVM_VAULT_PROGRAM_IDS),
    svmRpcUrl: all.SVM_RPC_URL,
    evmRpcUrls: all.BASE_RPC_URL,
    /** Values that must not appear in a log; key pairs and URLs are recognised there by their form. */
    secrets: [all.PROVISIONER_BEARER_TOKEN, ...Object.values(pick(env, all.SVM_BRIDGE_CLI_ENV))],
    adapterMode: all.SVM_OVAULT_ADAPTER_MODE ?? null,
    scripts: {
      createPool: all.SVM_CREATE_POOL_SCRIPT,
      createVault: all.SVM_CREATE_VAULT_SCRIPT,
      setupCreator: all.SVM_SETUP_CREATOR_SCRIPT,
    },
  }
}

/** Location of a payer's key pair: a file that `--payer-kp` can name, or the 64 bytes themselves. */
export type Payer = { readonly argument: string; readonly file: string } | { readonly inline: string }

const KeyNumbers = z.array(z.int().min(0).max(255)).length(64)

/** `config` is what the Solana command line tools use by default. */
function readPayer(variable: string, keypair: string, home: string): Payer {
  if (keypair === 'config') return { argument: 'config', file: path.join(home, '.config/solana/id.json') }
  if (!keypair.trimStart().startsWith('[')) return { argument: path.resolve(keypair), file: path.resolve(keypair) }
  const numbers = KeyNumbers.safeParse(parseJson(keypair))
  if (!numbers.success) throw new Error(`${variable}: must be config, a file, or a JSON array of 64 numbers`)
  return { inline: JSON.stringify(numbers.data) }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)

/** A SOL is 10^9 lamports; the setting has at most nine decimals, so this is exact. */
function toLamports(sol: string): bigint {
  const [whole = '0', fraction = ''] = sol.split('.')
  return BigInt(whole) * 10n ** 9n + BigInt(fraction.padEnd(9, '0'))
}

const pick = (env: Readonly<Record<string, string | undefined>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
