import { SingleFlight } from '../../shared/cache/SingleFlight.ts'

const flights = new SingleFlight<number>()
/** What it is not: work whose promise requests share. */
const promises = new Map<string, Promise<number>>()
let works = 0

/** Work of a moment, at `/flight` led by one request for all, at `/promise` awaited by all; the answer numbers the work. Who loses patience is answered before. */
export default {
  async fetch(request: Request, _: object, ctx: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const key = searchParams.get('key') ?? ''
    const work = async () => {
      const number = ++works
      await new Promise((resolve) => setTimeout(resolve, Number(searchParams.get('ms'))))
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
    try {
      const shared = pathname === '/promise' ? share() : flights.run(key, work, { waitUntil })
      const patience = Number(searchParams.get('patience') ?? 60_000)
      const late = new Promise((resolve) => setTimeout(() => resolve('late'), patience))
      return Response.json(await Promise.race([shared, late]))
    } catch (error) {
      return new Response(error instanceof Error ? error.message : '', { status: 500 })
    }
  },
}
