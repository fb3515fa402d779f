import { formatUnits, type Address } from 'viem'
import type { build } from '../../../schema/build.ts'
import { erc173Abi } from '../../../shared/abi/erc173.ts'
import { lendpoolStrategyAbi } from '../../../shared/domain/lendpool/lendpoolStrategyAbi.ts'
import { lpStrategyAbi } from '../../../shared/domain/lpstrat/lpStrategyAbi.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { readIfReachable } from '../../../shared/calldata/readIfReachable.ts'
import { senderOf } from '../../../shared/calldata/senderOf.ts'
import type { Issue } from '../../../schema/calldata.ts'
import { unsignedCall } from '../../../shared/calldata/unsignedCall.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { Handler } from '../../../shared/http/handler.ts'
import type { BuildContext } from '../BuildContext.ts'
import { describeDemoShares, refuseDemoVaults } from '../demoVaults.ts'

/**
 * Builds `setIdleBufferBps(newBps)` of a strategy that lends through an inner ERC-4626 vault: the part of its assets that it
 * keeps back. The owner's key is needed (`owner()`, read at that block); more than 10000 reverts with "Invalid bps".
 *
 * Throws invalid_request for a contract that is no such strategy, demo_vault for a vault that has not launched or its share token.
 */
export const buildLendpoolSetIdleBufferBps: Handler<typeof build.buildLendpoolSetIdleBufferBps, BuildContext> = async (
  { body, principal },
  context,
) => {
  const { chain } = context
  const { strategy, idleBufferBps } = body
  const from = senderOf(principal, body.from)
  refuseDemoVaults('strategy', [strategy], chain.config.demoVaults, {})
  const read = await readIfReachable(chain, (describe) => ({
    owner: describe.at(strategy, erc173Abi)('owner'),
    current: describe.at(strategy, lendpoolStrategyAbi)('idleBufferBps'),
    innerVault: describe.at(strategy, lendpoolStrategyAbi)('ERC4626_VAULT'),
    vault: describe.at(strategy, lpStrategyAbi)('vault'),
    demoShares: describeDemoShares(describe, chain.config),
  }))
  const { owner = null, current = null, innerVault = null, vault = null, demoShares = {} } = read?.value ?? {}
  refuseDemoVaults('strategy', [strategy], chain.config.demoVaults, demoShares)
  if (read && (current === null || innerVault === null))
    throw new ApiError('invalid_request', `strategy: ${strategy} is no strategy that lends through an inner vault`)
  const isSame = current === idleBufferBps
  return unsignedCall(
    {
      from,
      action: encodeStep({
        to: strategy,
        abi: lendpoolStrategyAbi,
        functionName: 'setIdleBufferBps',
        args: [idleBufferBps],
        describe: ([bps]) =>
          `Have the strategy ${strategy} keep ${formatUnits(bps, 2)} % of its assets back from lending (${bps} basis points).`,
      }),
      approvals: [],
      issues: owner === null || owner === from ? [] : [notOwner(owner)],
      warnings: [
        ...(isSame ? [`The idle buffer is ${idleBufferBps} basis points already: this changes nothing.`] : []),
        'It takes effect with the next deposit of the vault into the strategy, and emits no event.',
      ],
      asOf: read?.asOf ?? null,
      extra: { owner, vault, currentIdleBufferBps: current === null ? null : String(current) },
    },
    context,
  )
}

const notOwner = (owner: Address): Issue => ({
  code: 'not_owner',
  message: `the owner is ${owner}: its key is needed; where it is a smart wallet, have it send this call`,
  reverts: 'OwnableUnauthorizedAccount',
  owner,
})
