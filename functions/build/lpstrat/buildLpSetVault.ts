import type { BuildHandler } from '../context.ts'
import { zeroAddress } from 'viem'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { lpVaultAbi } from '../../../shared/domain/lpstrat/lpVaultAbi.ts'
import { recognitionCall } from '../../../shared/domain/lpstrat/lpVaultCalls.ts'
import { requireRecognized } from './readLpVault.ts'
import { sharesLeft, wrongPair } from './strategyIssues.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { pairLabels, vaultChanges } from './strategyChanges.ts'
import { strategyTexts } from './strategyWording.ts'
import { readStrategy } from './readStrategy.ts'
import { settingChange, unchangedWarnings } from './settingChange.ts'
import { strategyCall } from './strategyCall.ts'

/**
 * Builds `setLpVault(lpVault)` of a liquidity strategy, or `setCharmVault(lpVault)` if its generation uses that name.
 * The factory of LP vaults must know the vault; the zero address removes the current one.
 *
 * Throws read_needed when no node answers: only the factory proves that an LP vault was not made to drain
 * approvals.
 */
export const buildLpSetVault: BuildHandler<'buildLpSetVault'> = defineBuilder(async ({ body, from }, context) => {
  const { lpVault } = body
  const { chain } = context
  const factory = lpVault === zeroAddress ? undefined : chain.role('lpVaultFactory')
  const read = await readStrategy(
    context,
    body.strategy,
    (describe, { asset, usdc }) => {
      const candidate = describe.at(lpVault, lpVaultAbi)
      return {
        labels: pairLabels(describe, [asset, usdc]),
        recognized: recognitionCall(describe, factory, lpVault),
        pair: { token0: candidate('token0'), token1: candidate('token1') },
      }
    },
    { lpVault },
  )
  if (!read && factory)
    throw new ApiError(
      'read_needed',
      'lpVault: no node answered, so it is unknown whether the factory created it; try again',
    )
  const { strategy, more } = read ?? {}
  if (more && factory) requireRecognized('lpVault', lpVault, more.recognized, factory)
  const changes = [settingChange('lpVault', strategy && (strategy.lpVault ?? zeroAddress), lpVault)]
  return strategyCall({
    from,
    to: body.strategy,
    strategy,
    names: ['setLpVault', 'setCharmVault'],
    args: [lpVault],
    describe: (args) => strategyTexts.setVault(body.strategy, args),
    issues: (strategy) =>
      more ? [...sharesLeft(strategy, strategy.shares), ...wrongPair('lpVault', more.pair, strategy)] : [],
    warnings: [
      factory === undefined
        ? 'Without an LP vault the creator coins and USDC of the strategy stay idle and earn nothing.'
        : 'The strategy gives the new LP vault unlimited approvals for its creator coins and USDC.',
      ...unchangedWarnings(changes),
    ],
    effects: (found) => ({ changes: more ? vaultChanges(found, more.labels, lpVault) : [] }),
    extra: { changes },
  })
})
