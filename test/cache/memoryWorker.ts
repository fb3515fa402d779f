import renderer from '@resvg/resvg-wasm/index_bg.wasm'
import { createTokenContext, type TokenContext } from '../../functions/token/context.ts'
import { getTokenImage } from '../../functions/token/getTokenImage.ts'
import { getTokenImageByQuery } from '../../functions/token/getTokenImageByQuery.ts'
import { getTokenListEntry } from '../../functions/token/getTokenListEntry.ts'
import { getTokenLogoPng } from '../../functions/token/getTokenLogoPng.ts'
import { getTokenLogoSvg } from '../../functions/token/getTokenLogoSvg.ts'
import { getTokenMetadata } from '../../functions/token/getTokenMetadata.ts'
import { TokenEnv } from '../../functions/token/env.ts'
import { tokenReads } from '../../schema/token/reads.ts'
import { serve } from '../../shared/http/serve.ts'
import type { Memory } from '../../shared/cache/Memory.ts'

let memory: Memory | undefined

const answer = serve<typeof tokenReads, TokenEnv, TokenContext>({
  name: 'token',
  env: TokenEnv,
  operations: tokenReads,
  handlers: {
    getTokenMetadata,
    getTokenListEntry,
    getTokenImage,
    getTokenLogoPng,
    getTokenLogoSvg,
    getTokenImageByQuery,
  },
  context: (common, env) => {
    memory = common.memory
    return createTokenContext(common, env, renderer)
  },
})

/** The token family, which has a cache of each kind, and at `/kept` the bytes that its isolate keeps. */
export default {
  fetch(request: Request, env: object, ctx: ExecutionContext): Response | Promise<Response> {
    if (new URL(request.url).pathname === '/kept') return Response.json(memory?.bytes ?? 0)
    return answer(request, env, ctx)
  },
}
