import { ApiError } from '../../shared/errors/ApiError.ts'
import type { LotteryHandler } from './context.ts'

/**
 * Gone for everyone, before any credential is checked: these credits now come by themselves from direct messages to the
 * service's own agent (processAgentMessages). The contract says since when (`x-deprecated`).
 */
export const checkinAmoeMsgnet: LotteryHandler<'checkinAmoeMsgnet'> = async () => {
  throw new ApiError('msgnet_checkin_auto_only')
}
