import type { marketplace } from '../../schema/lottery/marketplace.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { canonicalJson } from '../../shared/text/json.ts'
import { sha256 } from '../../shared/text/bytes.ts'
import type { LotteryContext } from './context.ts'
import { ticketPayload } from './marketplace/ticketPayload.ts'

/**
 * The job specification of the lottery ticket in its envelope; its hash is the ETag. The bytes are canonical JSON, so
 * they are the same in every isolate. Throws marketplace_not_configured.
 */
export const getMarketplaceLotteryTicket: Handler<
  typeof marketplace.getMarketplaceLotteryTicket,
  LotteryContext
> = async (_, { baseUrl, chain, marketplace: settings }) => {
  if (!settings) throw new ApiError('marketplace_not_configured')
  const payload = ticketPayload(settings, chain.config.chainId)
  const payloadHash = await sha256(canonicalJson(payload))
  const document = {
    schemaVersion: 1,
    kind: 'agenc.marketplace.jobSpecEnvelope',
    integrity: {
      algorithm: 'sha256',
      canonicalization: 'json-stable-v1',
      payloadHash,
      uri: `agenc://job-spec/sha256/${payloadHash}`,
    },
    payload,
    live: { uri: `${baseUrl}/v1/lottery/live` },
  }
  return { bytes: canonicalJson(document), type: 'application/json; charset=utf-8', etag: payloadHash }
}
