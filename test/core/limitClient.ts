import type { LeaseRequest, LimitStore } from '../../shared/durable/limits.ts'
import { createLimiter, type Limiter } from '../../shared/http/limiter.ts'
import { LimiterUnavailable } from '../../shared/http/within.ts'
import { limitHeaders } from '../../shared/http/limitHeaders.ts'

interface Env {
  readonly LIMITS: LimitStore
}

let limiter: Limiter | undefined

/** Requests to the store since the isolate began. */
let leases = 0

/** A Worker that does nothing but ask the limiter: what the limiter tests run several of, each an isolate of its own. */
export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    limiter ??= createLimiter({ store: counted(env.LIMITS), now: Date.now })
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/leases') return new Response(String(leases))
    const number = (name: string) => Number(searchParams.get(name) ?? 1)
    const key = searchParams.get('key') ?? ''
    const budget = { name: 'read', limit: number('limit'), windowSeconds: number('window') } as const
    if (pathname === '/left')
      return new Response(String((await env.LIMITS.lease({ key, ...budget, want: 0 })).remaining))
    try {
      const decision = await limiter.take(key, budget, (work) => ctx.waitUntil(work), number('cost'))
      return new Response(null, { status: decision.allowed ? 200 : 429, headers: limitHeaders([decision]) })
    } catch (error) {
      if (error instanceof LimiterUnavailable) return new Response(error.message, { status: 503 })
      throw error
    }
  },
}

const counted = (store: LimitStore): LimitStore => ({
  lease(request: LeaseRequest) {
    leases++
    return store.lease(request)
  },
})
