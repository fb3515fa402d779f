import * as z from 'zod'
import { openLinkToken, sealLinkToken } from '../../functions/chatapp/link/linkToken.ts'
import { verifyLaunchData } from '../../functions/chatapp/link/verifyLaunchData.ts'
import { identityVariables } from '../../shared/env/identityEnv.ts'
import { readEnv } from '../../shared/env/readEnv.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { createIdentityProvider } from '../../shared/idp/createIdentityProvider.ts'
import type { IdentityProvider } from '../../shared/idp/IdentityProvider.ts'

let kept: IdentityProvider | undefined

async function answer(request: Request, env: object): Promise<unknown> {
  const provider = (kept ??= createIdentityProvider(readEnv(z.object(identityVariables), env), Date.now))
  const { pathname, searchParams } = new URL(request.url)
  const value = await request.text()
  const now = Math.floor(Date.now() / 1000)
  switch (pathname) {
    case '/verify':
      return provider.verify(value)
    case '/find':
      return provider.findUser(value)
    case '/launch':
      return verifyLaunchData(value, {
        botToken: searchParams.get('token'),
        botId: searchParams.get('id'),
        publicKey: searchParams.get('key') ?? undefined,
        maxAgeSeconds: 300,
        now,
      })
    default: {
      const token = await sealLinkToken({ chatappUserId: '1', chatId: '-2', issuedAt: now }, value)
      return openLinkToken(token, ['another', value])
    }
  }
}

/** Runs in workerd what the other tests of this folder run in Node. */
export default {
  fetch: (request: Request, env: object): Promise<Response> =>
    answer(request, env).then(
      (found) => Response.json(found),
      (error: unknown) => Response.json({ code: error instanceof ApiError ? error.code : String(error) }),
    ),
}
