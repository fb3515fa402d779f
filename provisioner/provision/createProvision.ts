import type { ProvisionedRoute, ProvisionRequest } from '../../schema/provisioner.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { cliExists } from '../cli/bridgeCli.ts'
import { createEvm } from '../evm/createEvm.ts'
import { waitForScalar } from '../evm/waitForScalar.ts'
import type { PayerFile } from '../payers.ts'
import { createQueue, createSingleFlight } from '../singleFlight.ts'
import { readMintHints } from '../svm/readMintHints.ts'
import type { World } from '../World.ts'
import { createPoolAndVault } from './createPoolAndVault.ts'
import { findRoute } from './findRoute.ts'
import { chooseSettings, planRoute, type RoutePlan } from './planRoute.ts'
import { REUSED, wrapToken, type Wrapped } from './wrapToken.ts'

/** More would only wait for each other: a payer sends one transaction at a time. */
const MAX_FLIGHTS = 32

/**
 * Makes the function behind `POST /provision`: it wraps an ERC-20 into a token of the SVM chain and answers once the
 * bridge has registered the route, with the scalar that belongs to the exponent.
 *
 * What already exists is found and not made again, so the same request may be sent any number of times. One request per
 * token at a time: the same request meanwhile gets the same answer, a different one route_busy. One CLI run per payer
 * at a time. The whole takes PROVISIONER_TOTAL_TIMEOUT_MS at most, and goes on even if the client does not wait.
 *
 * Throws what its parts throw, and provision_timeout.
 */
export function createProvision(world: World): (request: ProvisionRequest) => Promise<ProvisionedRoute> {
  const { config, payers } = world
  const flights = createSingleFlight<ProvisionedRoute>(MAX_FLIGHTS)
  const payerQueue = createQueue()
  return async (request) => {
    if (!cliExists(config)) throw new ApiError('bridge_cli_not_configured')
    const settings = chooseSettings(request, config, payers)
    const content = JSON.stringify(Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const key = `${settings.deployEnv} ${request.bridgeToken.toLowerCase()}`
    return flights.run(key, content, () => fly(request, settings, world, payerQueue))
  }
}

type Settings = ReturnType<typeof chooseSettings>

async function fly(
  request: ProvisionRequest,
  settings: Settings,
  world: World,
  payerQueue: ReturnType<typeof createQueue>,
): Promise<ProvisionedRoute> {
  const { config, rpc, svm, stopping } = world
  const signal = AbortSignal.any([AbortSignal.timeout(config.totalTimeoutMs), stopping])
  try {
    const evm = createEvm(rpc, settings.bridge.chainId)
    const plan = await planRoute(request, settings, config, evm)
    const find = (candidates: RoutePlan['candidates']) => findRoute(plan, candidates, { evm, svm })
    const found = await find(plan.candidates)
    const { candidate, runner }: Wrapped =
      found !== undefined
        ? { candidate: found, runner: REUSED }
        : await payerQueue(plan.payer.argument, () => {
            signal.throwIfAborted()
            const isThere = async (one: RoutePlan['candidates'][number]) => (await find([one])) !== undefined
            return wrapToken(plan, { ...world, isThere, signal })
          })
    const readScalar = async () =>
      (await evm.readScalars(plan.bridge.bridge, plan.bridgeToken, [candidate.mintBytes32]))[0] ?? 0n
    const scalar = await waitForScalar(readScalar, 10n ** BigInt(plan.scalerExponent), config.scalarWaitMs, signal)
    const pool = config.autoPool && runner !== REUSED ? await createPoolAndVault(world, candidate.mint, signal) : {}
    return {
      bridgeToken: plan.bridgeToken,
      mintPubkey: candidate.mint,
      mintBytes32: candidate.mintBytes32,
      routeScalar: String(scalar),
      runner,
      tokenSymbol: candidate.symbol,
      mintCompatibilityHints: await hintsOf(world, plan.payer, candidate.mint),
      ...pool,
    }
  } catch (error) {
    if (signal.aborted && !(error instanceof ApiError)) throw new ApiError('provision_timeout')
    throw error
  }
}

/** Diagnostics: null if they are not available, never a reason to fail. */
async function hintsOf(
  { svm, config }: World,
  payer: PayerFile,
  mint: RoutePlan['candidates'][number]['mint'],
): Promise<ProvisionedRoute['mintCompatibilityHints']> {
  if (svm === undefined) return null
  const publicKey = await payer.publicKey().catch(() => null)
  return readMintHints(svm, mint, { payer: publicKey, adapterMode: config.adapterMode }).catch(() => null)
}
