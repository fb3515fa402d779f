import { budgets } from '../../../schema/limits.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'
import { take } from '../../../shared/http/Admission.ts'
import { clientIp } from '../../../shared/http/clientIp.ts'
import type { WaitUntil } from '../../../shared/http/handler.ts'
import { limitHeaders } from '../../../shared/http/limitHeaders.ts'
import { createLimiter } from '../../../shared/http/limiter.ts'
import type { SiteEnv } from '../env.ts'

/** Counts drawings by the IP of whoever asks, against the budget for pictures. What it returns throws rate_limited. */
export function createAdmitCard(env: SiteEnv) {
  const limiter = createLimiter({ store: env.LIMITS, now: Date.now })
  const { tokenImage: budget } = budgets(env)
  return async ({ headers }: Request, waitUntil: WaitUntil): Promise<void> => {
    const key = `${budget.name}:card:ip:${clientIp(headers)}`
    const decision = await take(false, () => limiter.take(key, budget, waitUntil))
    if (!decision || decision.allowed) return
    const answer: Record<string, string> = {}
    limitHeaders([decision], answer)
    throw new ApiError('rate_limited', `retry after ${answer['retry-after']} seconds`, answer)
  }
}
