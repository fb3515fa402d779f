import * as z from 'zod'
import { type Fields, log } from '../../../shared/log/log.ts'
import { askService } from '../../../shared/provider/askService.ts'
import { ProviderFailure } from '../../../shared/provider/ProviderFailure.ts'
import { jsonOrNothing } from '../../../shared/text/json.ts'
import { RpcError } from '../../../shared/domain/sponsorship/RpcError.ts'

export interface Upstream {
  readonly url: string
  readonly timeoutMs: number
}

const MAX_BYTES = 65_536
const NO_ANSWER = 'it returned no JSON-RPC answer'

const Answer = z.union([
  z.object({ jsonrpc: z.literal('2.0'), id: z.string(), result: z.looseObject({}), error: z.null().optional() }),
  z.object({ jsonrpc: z.literal('2.0'), id: z.string(), error: z.looseObject({ code: z.number() }) }),
])

/**
 * Asks the paymaster provider one JSON-RPC call. Nothing that it says in words is passed on.
 *
 * Throws RpcError outage: paymaster_rejected (it answered with an error), paymaster_timeout, paymaster_failed.
 */
export async function requestSponsorship(
  { url, timeoutMs }: Upstream,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const id = crypto.randomUUID()
  const json = { jsonrpc: '2.0', id, method, params }
  const { status, bytes } = await askService({
    provider: 'paymaster',
    url,
    json,
    answers: () => true,
    timeoutMs,
    maxBytes: MAX_BYTES,
  }).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure) || error.kind !== 'timeout') throw failed(NO_ANSWER)
    log('warn', 'paymaster_failed', { reason: 'it did not answer in time' })
    throw new RpcError('outage', 'paymaster_timeout: the paymaster provider did not answer in time; try again')
  })
  const { data: answer } = Answer.safeParse(jsonOrNothing(bytes))
  if (!answer) throw failed(NO_ANSWER, { status })
  if (answer.id !== id) throw failed('it answered a different call')
  if ('result' in answer) return answer.result
  log('warn', 'paymaster_failed', { reason: 'it rejected the operation', status, code: answer.error.code })
  throw new RpcError(
    'outage',
    'paymaster_rejected: the paymaster provider does not sponsor this user operation at the moment; try again later',
  )
}

/** Logs that the provider's answer cannot be used, and gives the error. `why` is one of our own texts, without its words. */
export function failed(why: string, fields: Fields = {}): RpcError {
  log('warn', 'paymaster_failed', { reason: why, ...fields })
  return new RpcError('outage', `paymaster_failed: the paymaster provider returned no valid answer (${why}); try again`)
}
