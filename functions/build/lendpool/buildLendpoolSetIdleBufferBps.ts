import type { BuildHandler } from '../context.ts'
import { lendpoolStrategyAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { isLender, lenderSettingCalls } from '../../../shared/domain/lendpool/lenderCalls.ts'
import { describeIdleBuffer, notLenderOwner } from './lenderSettings.ts'
import { unprovenIssue } from '../requireProven.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { STRATEGY } from '../../../shared/domain/provenance/kinds.ts'
import { provenanceCalls, provenanceOf } from '../../../shared/domain/provenance/provenance.ts'
import { describeDemoShares } from '../../../shared/domain/vault/demoShares.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'

/**
 * Builds `setIdleBufferBps(newBps)` of a strategy that lends through an inner ERC-4626 vault: the part of its assets
 * that it does not lend. Only the owner may send it (`owner()`, read at that block); more than 10000 reverts with
 * "Invalid bps".
 *
 * Throws invalid_request for a contract that is not such a strategy, demo_vault for a vault that has not launched or its share token.
 */
export const buildLendpoolSetIdleBufferBps: BuildHandler<'buildLendpoolSetIdleBufferBps'> = defineBuilder(
  async ({ body, from }, context) => {
    const { chain } = context
    const { strategy, idleBufferBps } = body
    refuseDemoVaults({ strategy }, chain.config)
    const read = await readIfReachable(chain, (describe) => ({
      lender: lenderSettingCalls(describe, strategy),
      demoShares: describeDemoShares(describe, chain.config),
      provenance: provenanceCalls(describe, chain.config, STRATEGY, strategy),
    }))
    refuseDemoVaults({ strategy }, chain.config, read?.value.demoShares)
    if (read && !isLender(read.value.lender))
      throw new ApiError(
        'invalid_request',
        `strategy: ${strategy} is not a lending strategy with an inner vault; see getVaultStrategies`,
      )
    const { owner = null, vault = null, idleBufferBps: current = null } = read?.value.lender ?? {}
    const isSame = current === idleBufferBps
    return {
      action: encodeStep({
        to: strategy,
        abi: lendpoolStrategyAbi,
        functionName: 'setIdleBufferBps',
        args: [idleBufferBps],
        describe: (args) => describeIdleBuffer(strategy, args),
      }),
      issues: [
        ...unprovenIssue(
          {
            field: 'strategy',
            address: strategy,
            provenance: read && provenanceOf(chain.config, STRATEGY, strategy, read.value.provenance),
          },
          owner === from,
        ),
        ...notLenderOwner(owner, from),
      ],
      warnings: [
        ...(isSame ? [`The idle buffer is already ${idleBufferBps} basis points, so the call changes nothing.`] : []),
        'The setting takes effect with the next deposit of the vault into the strategy. The call emits no event.',
      ],
      changes: [],
      asOf: read?.asOf,
      extra: { owner, vault, currentIdleBufferBps: decimal(current) },
    }
  },
)
