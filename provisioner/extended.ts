import type { CreatePoolRequest, SetupCreatorRequest } from '../schema/provisioner.ts'
import { ApiError } from '../shared/errors/ApiError.ts'
import { WRAPPED_SOL } from './bridges.ts'
import { readWord, runHelper } from './runHelper.ts'
import type { World } from './World.ts'

const SET_UP_TIMEOUT_MS = 300_000
const POOL_TIMEOUT_MS = 180_000

/**
 * `POST /setup-creator`: runs the script of SVM_SETUP_CREATOR_SCRIPT with one option per field, and answers with the
 * JSON object that it prints.
 *
 * Throws what `runHelper` throws, and helper_failed for any other output.
 */
export async function setUpCreator(world: World, request: SetupCreatorRequest): Promise<Record<string, unknown>> {
  const script = { name: 'SVM_SETUP_CREATOR_SCRIPT', file: world.config.scripts.setupCreator }
  const output = await runHelper(world, script, { args: argumentsOf(request), timeoutMs: SET_UP_TIMEOUT_MS })
  const value = parse(output)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new ApiError('helper_failed', 'the script did not print a JSON object')
}

/** One kebab-case option per field. */
function argumentsOf({ ammPrograms, lotteryEnabled, ...fields }: SetupCreatorRequest): string[] {
  const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return [
    ...Object.entries(fields).flatMap(([name, value]) => [`--${kebab(name)}`, String(value)]),
    ...(ammPrograms === undefined ? [] : ['--amm-programs', ammPrograms.join(',')]),
    ...(lotteryEnabled === false ? ['--lottery-disabled'] : []),
  ]
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}

/**
 * `POST /create-pool`: runs the script of SVM_CREATE_POOL_SCRIPT and answers with the signature that it prints.
 *
 * Throws invalid_request for a quote mint other than wrapped SOL in strict mode, and what `runHelper` throws.
 */
export async function createPool(world: World, request: CreatePoolRequest): Promise<{ signature: string }> {
  if (world.config.strictSolPair && request.tokenMintY !== WRAPPED_SOL)
    throw new ApiError('invalid_request', `tokenMintY: must be ${WRAPPED_SOL}, wrapped SOL`)
  const env = {
    TOKEN_MINT_X: request.tokenMintX,
    TOKEN_MINT_Y: request.tokenMintY,
    BIN_STEP: String(request.binStep),
    ACTIVE_ID: String(request.activeId),
    BASE_FACTOR: String(request.baseFactor),
  }
  const script = { name: 'SVM_CREATE_POOL_SCRIPT', file: world.config.scripts.createPool }
  const output = await runHelper(world, script, { env, timeoutMs: POOL_TIMEOUT_MS })
  return { signature: readWord(output, 'Signature') }
}
