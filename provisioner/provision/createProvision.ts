import type { ProvisionedRoute, ProvisionRequest } from '../../schema/provisioner.ts'
import { createSemaphore, type Semaphore } from '../../shared/cache/createSemaphore.ts'
import { SingleFlight } from '../../shared/cache/SingleFlight.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { cliExists } from '../cli/bridgeCli.ts'
import { createEvm, waitForScalar } from '../evm/createEvm.ts'
import type { PayerFile } from '../payers.ts'
import { readMintHints } from '../svm/readMintHints.ts'
import type { World } from '../World.ts'
import { createPoolAndVault } from './createPoolAndVault.ts'
import { chooseSettings, findRoute, planRoute, type RoutePlan } from './planRoute.ts'
import { REUSED, wrapToken, type Wrapped } from './wrapToken.ts'

/** More would only wait for each other: a payer sends one transaction at a time. */
const MAX_FLIGHTS = 32
const OTHER_SETTINGS = 'bridgeToken: is being provisioned with different settings; try again when that has finished'

/**
 * Makes the function behind `POST /provision`: it wraps an ERC-20 into a token of the SVM chain and answers once the
 * bridge has registered the route, with the scalar that belongs to the exponent.
 *
 * A resource that already exists is found and not made again, so the same request may be sent any number of times. One request per
 * token at a time: the same request meanwhile gets the same answer, a different one route_busy. One CLI run per payer
 * at a time. The whole takes PROVISIONER_TOTAL_TIMEOUT_MS at most, and goes on even if the client does not wait.
 *
 * Throws what its parts throw, and provision_timeout.
 */
export function createProvision(world: World): (request: ProvisionRequest) => Promise<ProvisionedRoute> {
  const { config, payers } = world
  const flights = new SingleFlight<ProvisionedRoute>(Infinity)
  /** Provisions in progress, by key. */
  const contents = new Map<string, string>()
  const runs = new Map<string, Semaphore>()
  return async (request) => {
    if (!cliExists(config)) throw new ApiError('bridge_cli_not_configured')
    const settings = chooseSettings(request, config, payers)
    const content = JSON.stringify(Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    const key = `${settings.deployEnv} ${request.bridgeToken.toLowerCase()}`
    if (flights.has(key)) {
      if (contents.get(key) !== content) throw new ApiError('route_busy', OTHER_SETTINGS)
    } else if (flights.size >= MAX_FLIGHTS) throw new ApiError('provisioner_busy')
    contents.set(key, content)
    const work = () => fly(request, settings, world, runs)
    // Nothing cuts a request off here.
    return flights.run(key, work, { waitUntil: () => {} }).finally(() => flights.has(key) || contents.delete(key))
  }
}

type Settings = ReturnType<typeof chooseSettings>

async function fly(
  request: ProvisionRequest,
  settings: Settings,
  world: World,
  runs: Map<string, Semaphore>,
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
        : await inTurn(runs, plan.payer.argument, signal, () => {
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

/** One run of the CLI at a time for each payer, in the order of the requests. */
async function inTurn<T>(
  runs: Map<string, Semaphore>,
  payer: string,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  const turns = runs.get(payer) ?? createSemaphore({ slots: 1, mostMs: Infinity, now: Date.now })
  runs.set(payer, turns)
  const leave = await turns.wait({ signal })
  try {
    signal.throwIfAborted()
    return await run()
  } finally {
    leave?.()
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
