import { isAddress as isSvmAddress, type Address as SvmAddress } from '@solana/kit'
import { isAddress, type Address } from 'viem'
import * as z from 'zod'
import { DEPLOY_ENVS } from '../schema/provisioner.ts'
import { optional, required, withDefault } from '../shared/env/declare.ts'
import { LEVELS } from '../shared/log/log.ts'
import { flag, format, json, listOf, matching, oneOf, text, texts, url, urls, whole } from '../shared/env/formats.ts'
import { SYMBOL_MODES } from './tokenSymbols.ts'
import { BRIDGES, WRAPPED_SOL } from './bridges.ts'

const asSvmAddress = (given: string): SvmAddress | undefined => (isSvmAddress(given) ? given : undefined)

const bearerToken = matching('at least 32 printable ASCII characters without blanks', /^[!-~]{32,}$/)

const program = format('a program other than a package manager, because those run scripts in a shell', (given) =>
  /(^|\/)(npm|npx|pnpm|yarn)$/.test(given) ? undefined : given,
)

const adapterMode = format('regular-oft or oft-adapter', (mode): 'regular-oft' | 'oft-adapter' | undefined => {
  if (!['regular-oft', 'regular', 'oft', 'oft-adapter', 'adapter'].includes(mode)) return undefined
  return mode.endsWith('adapter') ? 'oft-adapter' : 'regular-oft'
})

const onlyTrue = format('true: without it the CLI asks a person', (given) =>
  flag.schema.safeParse(given).data === true ? true : undefined,
)

/** The first problem of a value, by its path. */
function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error([...(issue?.path.map(String) ?? []), issue?.message ?? 'is invalid'].join(': '))
}

const Payers = z.record(z.string().regex(/^[A-Za-z0-9_]{1,64}$/), z.string(), {
  error: 'must be an object from payer names to key pairs',
})

const BridgeChange = z.strictObject({
  chainId: z.int().positive().optional(),
  bridge: z
    .custom<Address>((value) => typeof value === 'string' && isAddress(value), { error: 'must be an address' })
    .optional(),
  program: z
    .custom<SvmAddress>((value) => typeof value === 'string' && isSvmAddress(value), {
      error: 'must be a public key in base58',
    })
    .optional(),
})
const BridgeChanges = z.partialRecord(z.enum(DEPLOY_ENVS), BridgeChange, {
  error: `must be an object with the keys ${DEPLOY_ENVS.join(', ')}`,
})

/** The bridges by deployEnv, with this deployment's changes to the public ones. */
const bridges = json('an object from deployEnv to `chainId`, `bridge` and `program`', (value) => {
  const changes = parsed(BridgeChanges, value)
  return {
    mainnet: { ...BRIDGES.mainnet, ...defined(changes.mainnet) },
    'testnet-prod': { ...BRIDGES['testnet-prod'], ...defined(changes['testnet-prod']) },
    'testnet-alpha': { ...BRIDGES['testnet-alpha'], ...defined(changes['testnet-alpha']) },
  }
})

/** Without the properties that are present but undefined, which would hide the public value. */
const defined = ({ chainId, bridge, program: own }: z.infer<typeof BridgeChange> = {}) => ({
  ...(chainId === undefined ? {} : { chainId }),
  ...(bridge === undefined ? {} : { bridge }),
  ...(own === undefined ? {} : { program: own }),
})

const script = (endpoint: string) =>
  optional(text, { meaning: `the operator’s own script, run with Node, for ${endpoint}`, without: '503' })

export const ProvisionerEnv = z.object({
  PROVISIONER_BEARER_TOKEN: required(bearerToken, {
    meaning: 'bearer token of every request; must differ from every other variable',
    secret: true,
  }),
  PROVISIONER_HOST: withDefault(text, '127.0.0.1', { meaning: 'address to listen on' }),
  PROVISIONER_PORT: withDefault(whole(0, 65_535), '8788', { meaning: 'port to listen on' }),
  PROVISIONER_ALLOW_PUBLIC_BIND: withDefault(flag, 'false', {
    meaning: '`true`: hosts other than loopback are allowed; put TLS in front of them',
  }),
  PROVISIONER_WRAP_RETRY_ATTEMPTS: withDefault(whole(1, 8), '3', {
    meaning: 'attempts of a CLI run that fails temporarily',
  }),
  PROVISIONER_WRAP_RETRY_DELAY_MS: withDefault(whole(0, 60_000), '1200', {
    meaning: 'first pause between attempts, in milliseconds; each next pause is longer by the same amount',
  }),
  PROVISIONER_WRAP_TIMEOUT_MS: withDefault(whole(100, 1_200_000), '600000', {
    meaning: 'timeout of one run, in milliseconds',
  }),
  PROVISIONER_TOTAL_TIMEOUT_MS: withDefault(whole(100, 3_600_000), '1200000', {
    meaning: 'timeout of a whole request, in milliseconds',
  }),
  PROVISIONER_SCALAR_WAIT_MS: withDefault(whole(0, 600_000), '90000', {
    meaning: 'how long to wait for a registration, in milliseconds',
  }),
  PROVISIONER_MIN_PAYER_SOL: withDefault(matching('a number of SOL', /^\d{1,6}(\.\d{1,9})?$/), '0.05', {
    meaning: 'balance below which `/healthz` reports the payer as unhealthy',
  }),
  PROVISIONER_HEALTH_DEBUG: withDefault(flag, 'false', {
    meaning: '`true`: `/healthz` also shows the payer, its balance and the CLI’s directory',
  }),
  PROVISIONER_EXTENDED_ENDPOINTS: withDefault(flag, 'false', {
    meaning: '`true`: `/setup-creator` and `/create-pool` are available; only for a private network',
  }),
  PROVISIONER_LOG_LEVEL: withDefault(oneOf(LEVELS), 'info', { meaning: 'lowest level that is logged' }),
  BASE_RPC_URL: withDefault(urls, '', {
    meaning: 'nodes of the EVM chain, in order of preference; with several chains, nodes of each',
    without: '503',
    secret: true,
  }),
  SVM_RPC_URL: optional(url, { meaning: 'node of the SVM chain', without: 'answers have no hints', secret: true }),
  SVM_BRIDGE_CLI_DIR: optional(text, { meaning: 'directory of the bridge’s scripts', without: '503' }),
  SVM_BRIDGE_CLI_BIN: withDefault(program, 'auto', {
    meaning:
      'program that runs these scripts: `bun`, a path to it, `cli` (on PATH), or another program; `auto` tries bun, then `cli`',
  }),
  SVM_BRIDGE_CLI_ENTRY: withDefault(text, 'src/bin.ts', { meaning: 'script in that directory' }),
  SVM_BRIDGE_CLI_ENV: withDefault(texts('names of variables'), '', {
    meaning: 'variables that the CLI receives, besides PATH, HOME and LANG',
    without: 'none',
  }),
  SVM_BRIDGE_DEPLOY_ENV: withDefault(oneOf(DEPLOY_ENVS), 'mainnet', {
    meaning: 'default `deployEnv` of a request',
  }),
  SVM_BRIDGE_DEPLOY_ENVS: withDefault(
    listOf(`some of ${DEPLOY_ENVS.join(', ')}`, (item) => DEPLOY_ENVS.find((known) => known === item)),
    '',
    { meaning: 'values of `deployEnv` that a request may use', without: 'all' },
  ),
  SVM_BRIDGE_ROUTES: withDefault(bridges, '{}', {
    meaning: 'overrides of the public bridges, by deployEnv',
    without: 'the public bridges',
  }),
  SVM_BRIDGE_PAYER_KP: withDefault(text, 'config', {
    meaning:
      'key pair that pays: `config` (`~/.config/solana/id.json`), a file, or its 64 numbers. A request names it as `payerKp: "config"`',
    secret: true,
  }),
  SVM_BRIDGE_PAYERS: withDefault(
    json('additional payers', (value) => parsed(Payers, value)),
    '{}',
    { meaning: 'further payers, by the name that a request gives in `payerKp`', without: 'none', secret: true },
  ),
  SVM_BRIDGE_SCALER_EXPONENT: optional(whole(0, 77), {
    meaning: 'the only accepted difference in decimals; other tokens are refused',
    without: 'any difference',
  }),
  SVM_DEFAULT_MINT_DECIMALS: withDefault(whole(0, 18), '9', {
    meaning: 'decimals of a mint if the request omits them',
  }),
  SVM_BRIDGE_PAY_FOR_RELAY: withDefault(onlyTrue, 'true', { meaning: 'whether the payer pays for the relay' }),
  SVM_BRIDGE_WRAP_SYMBOL_MODE: withDefault(oneOf(SYMBOL_MODES), 'auto', {
    meaning: 'how symbols are written; `auto` tries unicode, then ascii',
  }),
  SVM_BRIDGE_WRAP_SYMBOL_PREFIX: withDefault(
    format('text', (given) => given.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')),
    'CS',
    { meaning: 'prefix of four digits of the address, for a symbol without ASCII characters; may be empty' },
  ),
  SVM_BRIDGE_WRAP_METADATA_URI_ENABLED: withDefault(flag, 'false', {
    meaning: '`true`: the metadata URI is passed to the CLI, if it supports the option',
  }),
  SVM_AUTO_POOL: withDefault(flag, 'false', {
    meaning: '`true`: `SVM_CREATE_POOL_SCRIPT` and `SVM_CREATE_VAULT_SCRIPT` create a pool and a vault for a new mint',
  }),
  SVM_STRICT_SOL_PAIR: withDefault(flag, 'true', { meaning: '`true`: the quote mint of a pool is always wrapped SOL' }),
  SVM_POOL_QUOTE_MINT: withDefault(format('a public key in base58', asSvmAddress), WRAPPED_SOL, {
    meaning: 'quote mint of a pool, if `SVM_STRICT_SOL_PAIR` is off',
  }),
  SVM_POOL_BIN_STEP: withDefault(whole(1, 400), '25', { meaning: 'bin step of a pool' }),
  SVM_POOL_FEE_BPS: withDefault(whole(0, 10_000), '100', { meaning: 'fee of a pool, in basis points' }),
  SVM_CREATE_POOL_SCRIPT: script('a pool'),
  SVM_CREATE_VAULT_SCRIPT: script('a vault'),
  SVM_SETUP_CREATOR_SCRIPT: script('`/setup-creator`'),
  SVM_VAULT_PROGRAM_IDS: withDefault(
    listOf('public keys in base58', asSvmAddress),
    'vaU6kP7iNEGkbmPkLmZfGwiGxd4Mob24QQCie5R9kd2',
    { meaning: 'programs that `/pool-ixs` builds for; by default that of the vault protocol' },
  ),
  SVM_OVAULT_ADAPTER_MODE: optional(adapterMode, {
    meaning: '`adapterMode` of the hints',
    without: '`null`',
  }),
  HOME: withDefault(text, '/', { meaning: 'home directory (`~`)' }),
})
