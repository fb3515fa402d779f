import type { Address } from 'viem'
import { erc173Abi } from '../../abi/standards.ts'
import type { Describe, Ref, Resolved } from '../../chain/calls.ts'
import { lpStrategyAbi } from '../lpstrat/lpStrategyAbi.ts'
import { LAST_BUCKET } from './bucketPrice.ts'
import { vaultAuthAbi, lendpoolStrategyAbi } from './lendpoolAbi.ts'

/** The reads of a strategy that lends through an inner ERC-4626 vault and holds back `idleBufferBps`. */
export const lenderCalls = ({ at }: Describe, strategy: Address | Ref<Address>) => {
  const lender = at(strategy, lendpoolStrategyAbi)
  return { idleBufferBps: lender('idleBufferBps'), innerVault: lender('ERC4626_VAULT') }
}

/** The same for a strategy whose owner is about to change a setting, and the creator vault that it works for. */
export const lenderSettingCalls = (describe: Describe, strategy: Address) => ({
  ...lenderCalls(describe, strategy),
  owner: describe.at(strategy, erc173Abi)('owner'),
  vault: describe.at(strategy, lpStrategyAbi)('vault'),
})

/** Whether a contract answers as such a strategy. */
export const isLender = ({ idleBufferBps, innerVault }: Resolved<ReturnType<typeof lenderCalls>>): boolean =>
  idleBufferBps !== null && innerVault !== null

/** The reads of an inner vault's rule book: its admin, and the bucket of the highest price at which it lends. */
export const ruleBookCalls = ({ at }: Describe, auth: Address | Ref<Address>) => {
  const book = at(auth, vaultAuthAbi)
  return { admin: book('admin'), minBucketIndex: book('minBucketIndex') }
}

/** Whether a contract answers as a rule book: the index must be that of a bucket. */
export const isRuleBook = ({ admin, minBucketIndex }: Resolved<ReturnType<typeof ruleBookCalls>>): boolean =>
  admin !== null && minBucketIndex !== null && minBucketIndex <= LAST_BUCKET
