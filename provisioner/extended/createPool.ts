import type { CreatePoolRequest } from '../../schema/provisioner.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { WRAPPED_SOL } from '../bridges.ts'
import { readWord, runHelper } from '../runHelper.ts'
import type { World } from '../World.ts'

const TIMEOUT_MS = 180_000

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
  const output = await runHelper(world, script, { env, timeoutMs: TIMEOUT_MS })
  return { signature: readWord(output, 'Signature') }
}
