import * as z from 'zod'
import { outsideVariables } from '../../shared/env/outsideEnv.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { createReadOutside } from '../../shared/outside/createReadOutside.ts'

const Env = z.object({ BASE_URL: z.string(), ...outsideVariables })
const Query = z.object({
  uri: z.string(),
  maxBytes: z.number().default(256_000),
  milliseconds: z.number().default(8000),
})

/** Reads what a request names, in the runtime that reading is for; bytes are answered as text. */
export default {
  async fetch(request: Request, env: object): Promise<Response> {
    // Also the service itself, as far as it is read.
    if (request.method === 'GET') return new Response(`this service, ${new URL(request.url).pathname}`)
    const { uri, ...bounds } = Query.parse(await request.json())
    const result = await createReadOutside(readEnv(Env, env))(uri, bounds)
    return Response.json(result.ok ? { ...result, bytes: new TextDecoder().decode(result.bytes) } : result)
  },
}
