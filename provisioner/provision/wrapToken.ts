import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { runBridgeCli } from '../cli/bridgeCli.ts'
import { readWrapResult, type WrapFailure } from '../cli/readWrapResult.ts'
import { wrapArguments } from '../cli/wrapArguments.ts'
import type { Config } from '../config.ts'
import type { log } from '../../shared/log/log.ts'
import { redact } from '../../shared/log/redact.ts'
import type { Candidate, RoutePlan } from './planRoute.ts'

/** A mint that now exists, and what made it. */
export interface Wrapped {
  readonly candidate: Candidate
  readonly runner: string
}

/** `runner` if the mint was found and no run of the CLI made it. */
export const REUSED = 'existing-mint-reuse'

interface World {
  readonly config: Config
  readonly log: typeof log
  /** Values that must not appear in a log. */
  readonly secrets: readonly string[]
  /** Whether a candidate no longer needs a run. */
  readonly isThere: (candidate: Candidate) => Promise<boolean>
  readonly signal: AbortSignal
}

/**
 * Runs `wrap-token` until a candidate's mint exists: transient failures are retried after a growing pause, a refused
 * metadata flag is left out, and then the next symbol is tried, unless the failure has nothing to do with the symbol.
 * Before a run is repeated or given up, the mint is looked for: a run can fail after it has done its work.
 *
 * Throws bridge_cli_unavailable, payer_unfunded, symbol_rejected, mint_mismatch, bridge_cli_failed, provision_timeout.
 */
export async function wrapToken(plan: RoutePlan, world: World): Promise<Wrapped> {
  let last: WrapFailure = 'other'
  for (const candidate of plan.candidates) {
    const outcome = await wrapCandidate(plan, candidate, world)
    if (typeof outcome !== 'string') return outcome
    last = outcome
    if (!NEXT_SYMBOL.has(outcome)) break
  }
  throw errorOf(last)
}

/** After these another symbol may succeed. Network, funds and time are the same for every symbol. */
const NEXT_SYMBOL: ReadonlySet<WrapFailure> = new Set<WrapFailure>(['symbol', 'no_mint', 'other'])

async function wrapCandidate(plan: RoutePlan, candidate: Candidate, world: World): Promise<Wrapped | WrapFailure> {
  const { config, log, secrets, signal } = world
  const { payer, bridgeToken: remoteToken, ...rest } = plan
  let { metadataUri } = plan
  for (let attempt = 1; ;) {
    const args = wrapArguments({ ...rest, symbol: candidate.symbol, remoteToken, payer: payer.argument, metadataUri })
    const started = Date.now()
    const run = await runBridgeCli(config, args, signal)
    if (run === null) throw new ApiError('bridge_cli_unavailable')
    const result = readWrapResult(run)
    const ms = Date.now() - started
    if ('mint' in result) {
      log('info', 'wrap_token', { bridgeToken: remoteToken, symbol: candidate.symbol, attempt, ms, runner: run.runner })
      if (result.mint !== candidate.mint)
        throw new ApiError('mint_mismatch', `the CLI returned the mint ${result.mint}, not ${candidate.mint}`)
      return { candidate, runner: run.runner }
    }
    const { failure } = result
    const { symbol } = candidate
    log('warn', 'wrap_token_failed', {
      bridgeToken: remoteToken,
      symbol,
      attempt,
      ms,
      failure,
      output: redact(run.output, secrets),
    })

    const repeat = failure === 'transient' && attempt < config.attempts
    if (repeat) await sleep(config.retryDelayMs * attempt, undefined, { signal })
    if (await world.isThere(candidate)) return { candidate, runner: REUSED }
    if (failure === 'metadata_flag_unknown' && metadataUri !== undefined) metadataUri = undefined
    else if (repeat) attempt++
    else return failure
  }
}

function errorOf(failure: WrapFailure): ApiError {
  if (failure === 'payer_unfunded') return new ApiError('payer_unfunded')
  if (failure === 'timeout') return new ApiError('provision_timeout')
  if (failure === 'symbol') return new ApiError('symbol_rejected')
  return new ApiError('bridge_cli_failed', WHAT_FAILED[failure])
}

const WHAT_FAILED: Readonly<Partial<Record<WrapFailure, string>>> = {
  transient: 'the SVM chain rejected the transaction repeatedly; try again',
  too_much_output: 'the bridge CLI printed too much output',
  no_mint: 'the bridge CLI did not return a mint',
  other: "the bridge CLI failed; see the provisioner's log",
}
