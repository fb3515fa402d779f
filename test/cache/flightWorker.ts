import { SingleFlight } from '../../shared/cache/SingleFlight.ts'
import { waitFor } from '../../shared/cache/waitFor.ts'

const flights = new SingleFlight<number>()
/** For comparison: work whose promise requests share. */
const promises = new Map<string, Promise<number>>()
let works = 0
/** Requests for each work, and the works that may end. */
const requests = new Map<string, number>()
const ended = new Set<string>()

/**
 * Work that lasts until it is ended at `/end`, at `/flight` led by one request for all, at `/promise` awaited by all; the answer
 * numbers the work. The impatient are answered before. `/requests` counts the requests of a work.
 */
export default {
  async fetch(request: Request, _: object, ctx: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const key = searchParams.get('key') ?? ''
    if (pathname === '/requests') return Response.json(requests.get(key) ?? 0)
    if (pathname === '/end') return Response.json(Boolean(ended.add(key)))
    const work = async () => {
      const number = ++works
      await waitFor(() => ended.has(key) || undefined, 60_000)
      if (searchParams.has('fail')) throw new Error(`work ${number} failed`)
      return number
    }
    const waitUntil = (promise: Promise<unknown>) => ctx.waitUntil(promise)
    const share = () => {
      const before = promises.get(key)
      if (before) return before
      const shared = work().finally(() => promises.delete(key))
      promises.set(key, shared)
      waitUntil(shared.catch(() => undefined))
      return shared
    }
    requests.set(key, (requests.get(key) ?? 0) + 1)
    try {
      const shared = pathname === '/promise' ? share() : flights.run(key, work, { waitUntil })
      const late = new Promise((resolve) => {
        if (searchParams.has('impatient')) setTimeout(() => resolve('late'), 20)
      })
      return Response.json(await Promise.race([shared, late]))
    } catch (error) {
      return new Response(error instanceof Error ? error.message : '', { status: 500 })
    }
  },
}
