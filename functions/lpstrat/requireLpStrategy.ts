import { parseAbi, type Address } from 'viem'
import type { Describe, Resolved } from '../../shared/chain/calls.ts'
import type { AsOf } from '../../shared/chain/chain.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { type LpStrategyReads, namesLpVault } from '../../shared/domain/lpstrat/lpStrategyCalls.ts'

/** asset() without a result: it "succeeds" on any address that does not revert, including one without code. */
const callAbi = parseAbi(['function asset() view'])

/** The read that distinguishes an address without code from a contract of another kind. */
export const codeProbe = ({ at }: Describe, strategy: Address) => at(strategy, callAbi)('asset')

type Accepted = Resolved<ReturnType<typeof codeProbe>>

/**
 * Throws not_a_strategy if neither asset() nor vault() answers, or neither charmVault() nor lpVault(), as with a
 * strategy of another kind; and not_a_contract if the address accepts a call and returns nothing, as one without code
 * does.
 */
export function requireLpStrategy(strategy: Address, reads: LpStrategyReads, accepted: Accepted, asOf: AsOf): void {
  const { asset, vault } = reads
  const where = `${strategy} on chain ${asOf.chainId}`
  if (asset === null && accepted === undefined)
    throw new ApiError('not_a_contract', `address: there is no contract at ${where}, or it returns nothing`)
  if (asset === null && vault === null)
    throw new ApiError('not_a_strategy', `address: ${where} answers neither asset() nor vault() as a strategy does`)
  if (!namesLpVault(reads))
    throw new ApiError('not_a_strategy', `address: ${where} does not name an LP vault as an LP strategy does`)
}
