import type { ProvisionedRoute } from '../../schema/provisioner.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { readWord, runHelper } from '../runHelper.ts'
import type { World } from '../World.ts'

const TIMEOUT_MS = 180_000

/**
 * Opens a pool of a new mint against the quote mint, and then a vault for it, with this deployment's scripts. A failure
 * becomes `{error}` with its code: the route is complete without them.
 */
export async function createPoolAndVault(
  world: World,
  mint: string,
  signal: AbortSignal,
): Promise<Pick<ProvisionedRoute, 'pool' | 'alphaVault'>> {
  const { quoteMint, poolBinStep, poolFeeBps, scripts } = world.config
  const env = {
    TOKEN_MINT_X: mint,
    TOKEN_MINT_Y: quoteMint,
    BIN_STEP: String(poolBinStep),
    ACTIVE_ID: '0',
    FEE_BPS: String(poolFeeBps),
  }
  const script = { name: 'SVM_CREATE_POOL_SCRIPT', file: scripts.createPool }
  const pool = await attempt(world, async () => {
    const output = await runHelper(world, script, { env, timeoutMs: TIMEOUT_MS, signal })
    return { signature: readWord(output, 'Signature') }
  })
  if ('error' in pool) return { pool, alphaVault: null }
  const vaultScript = { name: 'SVM_CREATE_VAULT_SCRIPT', file: scripts.createVault }
  const alphaVault = await attempt(world, async () => {
    const options = { env: { TOKEN_MINT: mint }, timeoutMs: TIMEOUT_MS, signal }
    const output = await runHelper(world, vaultScript, options)
    return { vault: readWord(output, 'Vault'), signature: readWord(output, 'Signature') }
  })
  return { pool, alphaVault }
}

async function attempt<T>({ log }: World, work: () => Promise<T>): Promise<T | { error: string }> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'internal_error'
    log('warn', 'auto_pool_failed', { code })
    return { error: code }
  }
}
