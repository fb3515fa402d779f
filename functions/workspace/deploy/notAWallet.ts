import { ApiError } from '../../../shared/errors/ApiError.ts'

/** The error for an address without a known smart wallet. */
export const notAWallet = (): ApiError =>
  new ApiError(
    'not_a_smart_wallet',
    'smartWallet: has no coinbase/smart-wallet contract; the wallet is not deployed yet, or is of another kind',
  )
