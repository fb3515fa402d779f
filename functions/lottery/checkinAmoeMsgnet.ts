import type { amoe } from '../../schema/lottery/amoe.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { LotteryContext } from './context.ts'

/** When it was withdrawn, and when the path itself may go. */
const DEPRECATED = Date.UTC(2026, 0, 1)
const SUNSET = Date.UTC(2027, 0, 1)

/**
 * Gone for everyone, before any credential is checked: these credits now come by themselves from direct messages to the
 * service's own agent (processAgentMessages). Deprecation (RFC 9745), Sunset (RFC 8594) and the successor (RFC 5829) accompany the 410.
 */
export const checkinAmoeMsgnet: Handler<typeof amoe.checkinAmoeMsgnet, LotteryContext> = async (_, { baseUrl }) => {
  throw new ApiError('msgnet_checkin_auto_only', undefined, {
    deprecation: `@${DEPRECATED / 1000}`,
    sunset: new Date(SUNSET).toUTCString(),
    link: `<${baseUrl}/v1/lottery/amoe/post-checkin>; rel="successor-version"`,
  })
}
