import type { BuildHandler } from '../context.ts'
import { voteEscrowAbi } from '../../../shared/domain/vetoken/voteEscrowAbi.ts'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { baseUnits, givenIn } from '../../../shared/calldata/baseUnits.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { defineBuilder } from '../../../shared/calldata/defineBuilder.ts'
import { decimal } from '../../../shared/text/decimal.ts'
import { refuseDemoVaults } from '../../../shared/domain/vault/demoVaults.ts'
import { balanceTooLow, lockEnded, noLock } from './escrowIssues.ts'
import { lockChanges } from './lockChanges.ts'
import { powerUntil, endingWarnings, SEASON_WARNING } from './ending.ts'
import { describeIncrease } from './lockWording.ts'
import { readEscrow } from './readEscrow.ts'

/**
 * Builds `increaseLock(amount)` of the vote escrow, with the approval of the token if the allowance is too small. The
 * end stays.
 */
export const buildVetokenIncrease: BuildHandler<'buildVetokenIncrease'> = defineBuilder(
  async ({ body, from }, context) => {
    const { chain } = context
    const veToken = chain.role('veToken')
    const escrow = await readEscrow(chain, veToken, from)
    const amount = baseUnits(givenIn(body.amount, body.amountDecimal), escrow?.token ?? null)
    if (escrow)
      refuseDemoVaults({ amount: [escrow.token.address, escrow.vaultOfToken] }, chain.config, escrow.demoShares)
    const lock = escrow && escrow.lock.amount > 0n ? escrow.lock : null
    return {
      action: encodeStep({
        to: veToken,
        abi: voteEscrowAbi,
        functionName: 'increaseLock',
        args: [amount],
        describe: (args) => describeIncrease(veToken, escrow?.token ?? null, args, lock?.end ?? null),
      }),
      approvals: escrow ? approveErc20({ ...escrow, spender: veToken, amount }) : [],
      issues: escrow ? [...noLock(escrow), ...lockEnded(escrow), ...balanceTooLow(amount, escrow)] : [],
      warnings: [...(escrow && lock ? endingWarnings(lock.end, escrow.now) : []), SEASON_WARNING],
      changes: escrow ? lockChanges(escrow, { veToken, from, delta: amount }) : [],
      asOf: escrow?.asOf,
      expires: lock ? { times: [lock.end] } : undefined,
      extra: {
        effectiveEnd: lock && String(lock.end),
        votingPower: escrow && lock && decimal(powerUntil(lock.end, lock.amount + amount, escrow)),
      },
    }
  },
)
