import type { Address } from 'viem'
import { ApiError } from '../../../shared/errors/ApiError.ts'

export const noProfile = (wallet: Address): ApiError =>
  new ApiError('account_not_found', `no account has the wallet ${wallet}`)
