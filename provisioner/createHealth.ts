import { address } from '@solana/kit'
import { cliExists } from './cli/bridgeCli.ts'
import type { World } from './World.ts'

const BALANCE_MS = 10_000

interface PayerState {
  readonly error: 'payer_missing' | 'payer_invalid' | 'rpc_not_configured' | 'rpc_unreachable' | 'payer_low' | null
  readonly publicKey: string | null
  readonly lamports: bigint | null
}

/**
 * Makes the function behind `GET /healthz`: whether this provisioner could provision now. The payer's balance is read
 * at most every 10 seconds. Problems are reported as codes; key, balance and directory only in debug mode.
 */
export function createHealth(world: World) {
  const { config, payers } = world
  let latest: { readonly at: number; readonly state: Promise<PayerState> } | undefined
  const payerState = (): Promise<PayerState> => {
    if (latest === undefined || Date.now() - latest.at >= BALANCE_MS)
      latest = { at: Date.now(), state: readPayer(world) }
    return latest.state
  }
  return async () => {
    const payer = await payerState()
    const payerHealthy = payer.error === null
    return {
      ok: cliExists(config) && payerHealthy && config.evmRpcUrls.length > 0,
      service: 'provisioner',
      cliExists: cliExists(config),
      secretSet: true,
      payerConfigured: payer.error !== 'payer_missing' && payer.error !== 'payer_invalid',
      payerHealthy,
      payerError: payer.error,
      baseRpcConfigured: config.evmRpcUrls.length > 0,
      solanaRpcConfigured: config.svmRpcUrl !== undefined,
      deployEnvDefault: config.defaultDeployEnv,
      extendedEndpointsEnabled: config.extendedEndpoints,
      now: new Date().toISOString(),
      ...(config.healthDebug
        ? {
            cliDir: config.cliDir ?? null,
            payers: [...payers.keys()],
            payerPubkey: payer.publicKey,
            payerBalanceLamports: payer.lamports === null ? null : String(payer.lamports),
            payerMinLamports: String(config.minPayerLamports),
          }
        : {}),
    }
  }
}

async function readPayer({ config, payers, svm }: World): Promise<PayerState> {
  const state = { publicKey: null, lamports: null }
  let publicKey: string
  try {
    publicKey = (await payers.get('config')?.publicKey()) ?? ''
  } catch (error) {
    const isMissing = error instanceof Error && error.message === 'payer_missing'
    return { ...state, error: isMissing ? 'payer_missing' : 'payer_invalid' }
  }
  if (svm === undefined) return { ...state, publicKey, error: 'rpc_not_configured' }
  const lamports = await svm.readBalance(address(publicKey)).catch(() => null)
  if (lamports === null) return { ...state, publicKey, error: 'rpc_unreachable' }
  return { publicKey, lamports, error: lamports < config.minPayerLamports ? 'payer_low' : null }
}
