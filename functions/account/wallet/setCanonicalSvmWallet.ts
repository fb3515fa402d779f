import { ApiError } from '../../../shared/errors/ApiError.ts'
import { isBase58 } from '../../../shared/text/bytes.ts'
import type { AccountHandler } from '../context.ts'
import { requireAccount, requirePerson } from '../requireAccount.ts'

/** Makes a linked SVM wallet the canonical one. Throws account_not_found, invalid_request, wallet_not_linked, store_unavailable. */
export const setCanonicalSvmWallet: AccountHandler<'setCanonicalSvmWallet'> = async (
  { body, principal },
  { authority, svm, now },
) => {
  if (!isBase58(body.wallet, 32)) throw new ApiError('invalid_request', 'wallet: must be 32 bytes in base58')
  const { address } = requirePerson(principal)
  const [{ account }, records] = await Promise.all([
    requireAccount(authority, principal, 'stored'),
    svm.ofWallet(address),
  ])
  const all = records.wallets(account.profileId)
  const others = all.flatMap((one) => (one.wallet === body.wallet ? [] : [one.wallet]))
  const answer = { data: { wallet: body.wallet, others } }
  const isSet = await svm.setCanonical(account.profileId, body.wallet, Math.floor(now() / 1000), answer)
  if (!isSet) throw new ApiError('wallet_not_linked')
  return answer
}
