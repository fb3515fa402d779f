import { z } from 'zod'
import { createSlots } from '../../../functions/rpc/proxy/slots/createSlots.ts'
import type { RpcSlots as Slots } from '../../../functions/rpc/proxy/slots/RpcSlots.ts'
import { ApiError } from '../../../shared/errors/ApiError.ts'

export { RpcSlots } from '../../../functions/rpc/proxy/slots/RpcSlots.ts'

/** `isolates` of a family; each gets `each` requests of each caller, all at once, `rounds` times over. */
const Race = z.object({
  isolates: z.int(),
  callers: z.array(z.string()),
  each: z.int(),
  rounds: z.int(),
  most: z.int(),
})

/** Drives the slots as several isolates do, over the object in workerd: how many requests were under way at most. */
export default {
  async fetch(
    request: Request,
    { RPC_SLOTS }: { readonly RPC_SLOTS: DurableObjectNamespace<Slots> },
    context: ExecutionContext,
  ): Promise<Response> {
    const { isolates, callers, each, rounds, most } = Race.parse(await request.json())
    const all = Array.from({ length: isolates }, () => createSlots({ namespace: RPC_SLOTS, most, now: Date.now }))
    const inFlight = new Map<string, number>()
    const mostOf: Record<string, number> = {}
    const made: Record<string, number> = {}
    const count = (name: string, change: 1 | -1) => {
      const now = (inFlight.get(name) ?? 0) + change
      inFlight.set(name, now)
      mostOf[name] = Math.max(mostOf[name] ?? 0, now)
      if (change === 1) made[name] = (made[name] ?? 0) + 1
    }
    const refused = new Set<string>()
    async function once(slots: (typeof all)[number], caller: string, ms: number): Promise<void> {
      try {
        const release = await slots.take(caller, (work) => context.waitUntil(work))
        for (const name of [caller, 'all']) count(name, 1)
        await new Promise((resolve) => setTimeout(resolve, ms))
        for (const name of [caller, 'all']) count(name, -1)
        release()
      } catch (error) {
        refused.add(error instanceof ApiError ? error.code : String(error))
      }
    }
    for (let round = 0; round < rounds; round++) {
      const requests = all.flatMap((slots, i) =>
        callers.flatMap((caller) =>
          Array.from({ length: each }, (_, n) => once(slots, caller, 20 + ((i + n) % 5) * 7)),
        ),
      )
      await Promise.all(requests)
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    return Response.json({ most: mostOf, made, refused: [...refused] })
  },
}
