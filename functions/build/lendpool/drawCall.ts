import type { Address } from 'viem'
import { approveErc20 } from '../../../shared/calldata/approveErc20.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { type Draw, drawDebt } from '../../../shared/domain/lendpool/drawDebt.ts'
import { lendpoolAbi } from '../../../shared/domain/lendpool/lendpoolAbi.ts'
import { configuredAs } from '../../../shared/domain/provenance/provenance.ts'
import type { BuildContext } from '../context.ts'
import { requireProven } from '../requireProven.ts'
import { type LimitRequest, limitOf, loanFields } from './loanFields.ts'
import { drawChanges } from './loanChanges.ts'
import { coverWarnings, describeDraw, roundingWarnings } from './loanWording.ts'
import { type LendpoolRead, readLendpool } from './readLendpool.ts'

interface DrawRequest {
  readonly body: LimitRequest & {
    readonly pool: Address
    readonly borrower: Address
    readonly allowUnproven?: boolean | undefined
  }
  readonly from: Address
}

/**
 * A `drawDebt`, the approval of the collateral if the allowance is too small, and its effect on the pool as far as that
 * was read. `amountsIn` gives the amounts in WAD, which depend on the pool's tokens.
 *
 * Throws what readLendpool, requireProven and `amountsIn` throw.
 */
export async function drawCall(
  { body, from }: DrawRequest,
  { chain }: BuildContext,
  amountsIn: (lendpool: LendpoolRead | null) => Pick<Draw, 'amount' | 'pledge'>,
) {
  const { pool, borrower, allowUnproven } = body
  const limit = limitOf(body)
  const lendpool = await readLendpool(chain, { pool, borrower, sender: from }, { borrower })
  const provenance = lendpool?.provenance ?? configuredAs(chain.config, ['lendpool'], pool)
  const unproven = requireProven({ field: 'pool', address: pool, provenance }, allowUnproven)
  const { amount, pledge } = amountsIn(lendpool)
  const drawn = lendpool && drawDebt(lendpool, { from, borrower, amount, pledge, limitIndex: limit.index })
  return {
    limit,
    action: encodeStep({
      to: pool,
      abi: lendpoolAbi,
      functionName: 'drawDebt',
      args: [borrower, amount, limit.index, pledge],
      describe: (args) => describeDraw(pool, lendpool, args),
    }),
    approvals: drawn
      ? approveErc20({
          token: lendpool.collateral,
          spender: pool,
          amount: drawn.collateralToPay,
          allowance: lendpool.collateral.allowance,
        })
      : [],
    issues: [...unproven, ...(drawn?.issues ?? [])],
    meanings: drawn?.meanings ?? {},
    warnings: drawn
      ? [
          ...roundingWarnings('amountToBorrow', amount, lendpool.quote),
          ...roundingWarnings('collateralToPledge', pledge, lendpool.collateral),
          ...(drawn.effect.quote?.wad ? coverWarnings(drawn.after, lendpool) : []),
        ]
      : [],
    changes: drawn ? drawChanges(lendpool, drawn, { pool, info: chain.role('lendpoolInfo'), from, borrower }) : [],
    asOf: lendpool?.asOf,
    extra: loanFields(lendpool, limit, drawn?.effect ?? null),
    fee: drawn?.fee ?? null,
  }
}
