import { ApiError } from '../../../shared/errors/ApiError.ts'
import type { AccountHandler } from '../context.ts'
import { requireAccount, requirePerson } from '../requireAccount.ts'
import type { SvmWallet, SweepJob } from '../store/svmSweeps.ts'

/**
 * Stores a sweep from one SVM wallet of the account to its canonical one, for an external worker; one at a time.
 *
 * Throws account_not_found, svm_wallet_missing, svm_wallets_equal, sweep_in_progress, invalid_request, store_unavailable.
 */
export const enqueueSvmSweep: AccountHandler<'enqueueSvmSweep'> = async (
  { body, principal },
  { authority, svm, now },
) => {
  const { address } = requirePerson(principal)
  const [{ account }, records] = await Promise.all([
    requireAccount(authority, principal, 'stored'),
    svm.ofWallet(address),
  ])
  const { profileId } = account
  const sweep = {
    ...chooseWallets(records.wallets(profileId), body.sourceWallet),
    minLamports: String(body.minLamports),
  }
  const job = await svm.enqueue(profileId, sweep, Math.floor(now() / 1000), records.live(profileId), answerOf)
  if (!job)
    throw new ApiError('svm_wallet_missing', 'the SVM wallets of the account changed during the request; try again')
  const { sourceWallet, targetWallet, minLamports } = job
  const isAsRequested =
    sourceWallet === sweep.sourceWallet && targetWallet === sweep.targetWallet && minLamports === sweep.minLamports
  if (!isAsRequested) throw new ApiError('sweep_in_progress')
  return answerOf(job)
}

const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

const answerOf = ({ id, status, sourceWallet, targetWallet, minLamports, createdAt, updatedAt }: SweepJob) => ({
  data: { id, status, sourceWallet, targetWallet, minLamports, createdAt: iso(createdAt), updatedAt: iso(updatedAt) },
})

function chooseWallets(wallets: readonly SvmWallet[], named: string | undefined) {
  const target = wallets.find(({ canonical }) => canonical)?.wallet
  if (target === undefined)
    throw new ApiError('svm_wallet_missing', 'the account has no canonical SVM wallet to receive the sweep')
  if (named === target) throw new ApiError('svm_wallets_equal')
  const others = wallets.flatMap(({ wallet, canonical }) =>
    canonical || (named !== undefined && named !== wallet) ? [] : [wallet],
  )
  const [source, another] = others
  if (source === undefined)
    throw new ApiError(
      'svm_wallet_missing',
      named === undefined
        ? 'the account has no SVM wallet other than the canonical one'
        : 'sourceWallet: is not a linked SVM wallet of this account',
    )
  if (another !== undefined)
    throw new ApiError(
      'invalid_request',
      'sourceWallet: is required, because the account has several SVM wallets to sweep',
    )
  return { sourceWallet: source, targetWallet: target }
}
