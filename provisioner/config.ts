import path from 'node:path'
import { isAddress as isSvmAddress, type Address as SvmAddress } from '@solana/kit'
import { z } from 'zod'
import { DEPLOY_ENVS, type DeployEnv } from '../schema/provisioner.ts'
import { SYMBOL_MODES } from '../shared/provisioner/tokenSymbols.ts'
import { bridges, digits, flag, list, listOf, payers, url, urls } from './variables.ts'
import { WRAPPED_SOL } from './bridges.ts'

const svmAddress = z.custom<SvmAddress>((value) => typeof value === 'string' && isSvmAddress(value), {
  error: 'wants a base58 public key',
})

/** Every variable, with its default. */
const Variables = z.object({
  PROVISIONER_HOST: z.string().default('127.0.0.1'),
  PROVISIONER_PORT: digits(0, 65_535, 8788),
  PROVISIONER_ALLOW_PUBLIC_BIND: flag(false),
  PROVISIONER_BEARER_TOKEN: z
    .string({ error: 'is required' })
    .min(32, 'wants 32 characters at least')
    .regex(/^[!-~]*$/, 'wants printable ASCII without blanks, as a header carries it'),
  PROVISIONER_WRAP_RETRY_ATTEMPTS: digits(1, 8, 3),
  PROVISIONER_WRAP_RETRY_DELAY_MS: digits(0, 60_000, 1200),
  PROVISIONER_WRAP_TIMEOUT_MS: digits(100, 1_200_000, 600_000),
  PROVISIONER_TOTAL_TIMEOUT_MS: digits(100, 3_600_000, 1_200_000),
  PROVISIONER_SCALAR_WAIT_MS: digits(0, 600_000, 90_000),
  PROVISIONER_MIN_PAYER_SOL: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,9})?$/, 'wants a number of SOL')
    .default('0.05'),
  PROVISIONER_HEALTH_DEBUG: flag(false),
  PROVISIONER_EXTENDED_ENDPOINTS: flag(false),
  SVM_BRIDGE_CLI_DIR: z.string().optional(),
  SVM_BRIDGE_CLI_BIN: z
    .string()
    .refine((bin) => !/(^|\/)(npm|npx|pnpm|yarn)$/.test(bin), 'a package script runs in a shell; name bun or a program')
    .default('auto'),
  SVM_BRIDGE_CLI_ENTRY: z.string().default('src/bin.ts'),
  SVM_BRIDGE_CLI_ENV: list,
  SVM_BRIDGE_DEPLOY_ENV: z.enum(DEPLOY_ENVS, { error: `wants one of ${DEPLOY_ENVS.join(', ')}` }).default('mainnet'),
  SVM_BRIDGE_DEPLOY_ENVS: listOf(z.enum(DEPLOY_ENVS), `wants some of ${DEPLOY_ENVS.join(', ')}`),
  SVM_BRIDGE_ROUTES: bridges,
  SVM_BRIDGE_PAYER_KP: z.string().default('config'),
  SVM_BRIDGE_PAYERS: payers,
  SVM_BRIDGE_SCALER_EXPONENT: digits(0, 77).optional(),
  SVM_DEFAULT_MINT_DECIMALS: digits(0, 18, 9),
  SVM_BRIDGE_PAY_FOR_RELAY: flag(true).refine(Boolean, 'only true can be done unattended'),
  SVM_BRIDGE_WRAP_SYMBOL_MODE: z
    .enum(SYMBOL_MODES, { error: `wants one of ${SYMBOL_MODES.join(', ')}` })
    .default('auto'),
  SVM_BRIDGE_WRAP_SYMBOL_PREFIX: z
    .string()
    .transform((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .default('CS'),
  SVM_BRIDGE_WRAP_METADATA_URI_ENABLED: flag(false),
  SVM_AUTO_POOL: flag(false),
  SVM_STRICT_SOL_PAIR: flag(true),
  SVM_POOL_QUOTE_MINT: svmAddress.default(WRAPPED_SOL),
  SVM_POOL_BIN_STEP: digits(1, 400, 25),
  SVM_POOL_FEE_BPS: digits(0, 10_000, 100),
  SVM_VAULT_PROGRAM_IDS: listOf(svmAddress, 'wants base58 public keys', [
    'vaU6kP7iNEGkbmPkLmZfGwiGxd4Mob24QQCie5R9kd2',
  ]),
  SVM_RPC_URL: url.optional(),
  BASE_RPC_URL: urls,
  SVM_OVAULT_ADAPTER_MODE: z
    .enum(['regular-oft', 'regular', 'oft', 'oft-adapter', 'adapter'], { error: 'wants regular-oft or oft-adapter' })
    .transform((mode): 'regular-oft' | 'oft-adapter' => (mode.endsWith('adapter') ? 'oft-adapter' : 'regular-oft'))
    .optional(),
  SVM_CREATE_POOL_SCRIPT: z.string().optional(),
  SVM_CREATE_VAULT_SCRIPT: z.string().optional(),
  SVM_SETUP_CREATOR_SCRIPT: z.string().optional(),
  HOME: z.string().default('/'),
})

export type Config = ReturnType<typeof readConfig>

/**
 * The provisioner's configuration, from environment variables. An empty variable is as good as none.
 *
 * Throws an Error that names every variable that is wrong and what it wants, and tells no value.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' || name === 'SVM_BRIDGE_WRAP_SYMBOL_PREFIX'),
  )
  const parsed = Variables.safeParse(given)
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('\n'))
  const all = parsed.data
  if (!all.PROVISIONER_ALLOW_PUBLIC_BIND && !isLoopback(all.PROVISIONER_HOST))
    throw new Error('PROVISIONER_HOST: is no loopback address; set PROVISIONER_ALLOW_PUBLIC_BIND=1 if that is meant')
  if (all.SVM_BRIDGE_CLI_ENV.some((name) => name.startsWith('PROVISIONER_')))
    throw new Error('SVM_BRIDGE_CLI_ENV: what begins with PROVISIONER_ is not for the bridge CLI')
  const home = all.HOME
  const deployEnvs: ReadonlySet<DeployEnv> = new Set(
    all.SVM_BRIDGE_DEPLOY_ENVS.length === 0 ? DEPLOY_ENVS : all.SVM_BRIDGE_DEPLOY_ENVS,
  )
  if (!deployEnvs.has(all.SVM_BRIDGE_DEPLOY_ENV))
    throw new Error('SVM_BRIDGE_DEPLOY_ENV: is not among SVM_BRIDGE_DEPLOY_ENVS')

  return {
    host: all.PROVISIONER_HOST,
    port: all.PROVISIONER_PORT,
    bearerToken: all.PROVISIONER_BEARER_TOKEN,
    healthDebug: all.PROVISIONER_HEALTH_DEBUG,
    extendedEndpoints: all.PROVISIONER_EXTENDED_ENDPOINTS,
    minPayerLamports: toLamports(all.PROVISIONER_MIN_PAYER_SOL),
    totalTimeoutMs: all.PROVISIONER_TOTAL_TIMEOUT_MS,
    scalarWaitMs: all.PROVISIONER_SCALAR_WAIT_MS,
    /** Absent while no directory is named: then nothing can be provisioned. */
    cliDir: all.SVM_BRIDGE_CLI_DIR === undefined ? undefined : path.resolve(all.SVM_BRIDGE_CLI_DIR),
    cliBin: all.SVM_BRIDGE_CLI_BIN,
    cliEntry: all.SVM_BRIDGE_CLI_ENTRY,
    cliTimeoutMs: all.PROVISIONER_WRAP_TIMEOUT_MS,
    /** All that a program started from here sees of the environment. */
    cliEnv: pick(env, ['PATH', 'HOME', 'LANG', ...all.SVM_BRIDGE_CLI_ENV]),
    home,
    attempts: all.PROVISIONER_WRAP_RETRY_ATTEMPTS,
    retryDelayMs: all.PROVISIONER_WRAP_RETRY_DELAY_MS,
    defaultDeployEnv: all.SVM_BRIDGE_DEPLOY_ENV,
    deployEnvs,
    bridges: all.SVM_BRIDGE_ROUTES,
    /** By the name that a request gives; `config` is the default one. */
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
    /** The other side of a pool: wrapped SOL whatever is set, in strict mode. */
    quoteMint: all.SVM_STRICT_SOL_PAIR ? WRAPPED_SOL : all.SVM_POOL_QUOTE_MINT,
    quoteMintIgnored: all.SVM_STRICT_SOL_PAIR && all.SVM_POOL_QUOTE_MINT !== WRAPPED_SOL,
    poolBinStep: all.SVM_POOL_BIN_STEP,
    poolFeeBps: all.SVM_POOL_FEE_BPS,
    vaultPrograms: new Set<string>(all.SVM_VAULT_PROGRAM_IDS),
    svmRpcUrl: all.SVM_RPC_URL,
    evmRpcUrls: all.BASE_RPC_URL,
    /** What must not be seen in a log; key pairs and URLs are left out there by their form. */
    secrets: [all.PROVISIONER_BEARER_TOKEN, ...Object.values(pick(env, all.SVM_BRIDGE_CLI_ENV))],
    adapterMode: all.SVM_OVAULT_ADAPTER_MODE ?? null,
    scripts: {
      createPool: all.SVM_CREATE_POOL_SCRIPT,
      createVault: all.SVM_CREATE_VAULT_SCRIPT,
      setupCreator: all.SVM_SETUP_CREATOR_SCRIPT,
    },
  }
}

/** Where a payer's key pair is: a file that `--payer-kp` can name, or the 64 bytes themselves. */
export type Payer = { readonly argument: string; readonly file: string } | { readonly inline: string }

const KeyNumbers = z.array(z.int().min(0).max(255)).length(64)

/** `config` is what the Solana command line tools use when nothing else is named. */
function readPayer(variable: string, keypair: string, home: string): Payer {
  if (keypair === 'config') return { argument: 'config', file: path.join(home, '.config/solana/id.json') }
  if (!keypair.trimStart().startsWith('[')) return { argument: path.resolve(keypair), file: path.resolve(keypair) }
  const numbers = KeyNumbers.safeParse(parseJson(keypair))
  if (!numbers.success) throw new Error(`${variable}: wants config, a file, or a JSON array of 64 numbers`)
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

/** A SOL is 10^9 lamports; what is set has at most nine decimals, so this is exact. */
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
