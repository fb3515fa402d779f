import { ApiError } from '../../../shared/errors/ApiError.ts'

/** That nothing at the address of a smart wallet says who owns it. */
export const notAWallet = (): ApiError =>
  new ApiError(
    'not_a_smart_wallet',
    'smartWallet: no contract at this address says who owns it: it is not deployed yet, or of another kind',
  )
