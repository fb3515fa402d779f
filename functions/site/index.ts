import { SITE_PATHS } from '../../schema/hostPaths.ts'
import { site } from '../../schema/site/index.ts'
import { afterBody } from '../../shared/http/afterBody.ts'
import { errorResponse } from '../../shared/http/errorResponse.ts'
import { ownHeaders, requestId } from '../../shared/http/headers.ts'
import type { KnownRoute } from '../../shared/http/unknownPath.ts'
import { plainDocument, type PlainDocument } from '../../shared/http/plainDocument.ts'
import { perEnvironment } from '../../shared/env/perEnvironment.ts'
import { openEnv } from '../../shared/env/readEnv.ts'
import { isTooLong } from '../../shared/http/readInput.ts'
import { serveOffChain } from '../../shared/http/serveOffChain.ts'
import { createSiteContext } from './context.ts'
import { SiteEnv } from './env.ts'
import { findDocument } from './findDocument.ts'
import { getChanges } from './getChanges.ts'
import { getOpenApiSpec } from './getOpenApiSpec.ts'
import { getOpenApiSpecYaml } from './getOpenApiSpecYaml.ts'
import { missingOperation } from './missingOperation.ts'
import { missingPage, movedGuide, withoutSlash } from './missingPage.ts'
import { asksLocalWallet, passToLocalWallet, asksLocalWorld, readLocalWorld } from './localWallet.ts'
import { type Form, preferredForm } from './preferredForm.ts'
import { createRead } from './entities/createRead.ts'
import { createAdmitCard, entityCard } from './entities/entityCard.ts'
import { type Entity, entityAt } from './entities/Entity.ts'
import { entityMarkdown } from './entities/entityMarkdown.ts'
import { entityPage } from './entities/entityPage.ts'
import { listAt, listPage } from './lists/listPage.ts'

/** Pages and documents that a 404 may suggest. */
const SUGGESTED: readonly KnownRoute[] = SITE_PATHS.flatMap(({ path, suggested }) =>
  suggested === undefined ? [] : suggested === true ? [path] : [path, `${path}.md`],
).map((path) => ({ method: 'GET', path, allow: 'GET, HEAD, OPTIONS' }))

const own = serveOffChain({
  name: 'site',
  env: SiteEnv,
  operations: site,
  handlers: { getChanges, getOpenApiSpec, getOpenApiSpecYaml },
  context: createSiteContext,
  elsewhere: SUGGESTED,
})

/** Forms of the page of an entity. The Worker renders them; they are not assets. */
const ENTITY_FORMS: readonly [Form, ...Form[]] = [
  { asset: '', type: 'text/html' },
  { asset: '', type: 'text/markdown' },
]

type RawEnv = Readonly<{ ASSETS: Fetcher; BASE_URL: string; LOCAL_WALLET_RPC?: string }>

/**
 * The generated documents of the host. They are static assets; the Worker runs before them, because by itself the asset
 * server refuses preflights and says nothing of what a path accepts.
 */
export default {
  async fetch(request: Request, env: RawEnv, ctx: ExecutionContext): Promise<Response> {
    if (isTooLong(request.url)) return own(request, env, ctx)
    if (env.LOCAL_WALLET_RPC && asksLocalWallet(request, env.BASE_URL))
      return afterBody(request, passToLocalWallet(request, env.LOCAL_WALLET_RPC))
    if (env.LOCAL_WALLET_RPC && asksLocalWorld(request, env.BASE_URL))
      return afterBody(request, readLocalWorld(env.LOCAL_WALLET_RPC))
    const document = await findDocument(env.ASSETS, request, env.BASE_URL)
    if (document)
      return afterBody(
        request,
        plainDocument(request, env.BASE_URL, () => document),
      )
    const entity = entityAt(new URL(request.url).pathname)
    if (entity)
      return afterBody(
        request,
        plainDocument(request, env.BASE_URL, () => showEntity(entity, request, env, ctx)),
      )
    const listed = listAt(new URL(request.url))
    if (listed)
      return afterBody(
        request,
        plainDocument(request, env.BASE_URL, () => {
          const isMarkdown = listed.isMarkdown || prefersMarkdown(request)
          const read = createRead(partsOf(env).env, env.BASE_URL, request)
          return listPage(read, { ...listed, isMarkdown }, new URL(env.BASE_URL).origin)
        }),
      )
    const alias = SITE_PATHS.find(({ path }) => path === new URL(request.url).pathname)?.aliasOf
    if (alias !== undefined) return own(new Request(new URL(alias, request.url), request), env, ctx)
    const missing = missingOperation(new URL(request.url).pathname)
    if (missing) {
      const headers = ownHeaders(requestId(request.headers.get('x-request-id')))
      return afterBody(request, errorResponse(missing, headers, { request, baseUrl: env.BASE_URL }))
    }
    const moved = (await movedGuide(env.ASSETS, request)) ?? (await withoutSlash(env.ASSETS, request, env.BASE_URL))
    if (moved) return afterBody(request, moved)
    return missingPage(env.ASSETS, request, env.BASE_URL, await own(request, env, ctx))
  },
}

const partsOf = perEnvironment((given) => {
  const env = openEnv(SiteEnv, given)
  return { env, admitCard: createAdmitCard(env) }
})

const prefersMarkdown = ({ headers }: Request): boolean =>
  preferredForm(headers.get('accept'), ENTITY_FORMS).type === 'text/markdown'

/** The page of an entity, the same as Markdown, or its picture. */
async function showEntity(
  entity: Entity,
  request: Request,
  given: RawEnv,
  ctx: ExecutionContext,
): Promise<PlainDocument> {
  const { env, admitCard } = partsOf(given)
  const read = createRead(env, env.BASE_URL, request)
  const { origin } = new URL(env.BASE_URL)
  if (entity.form === 'page' && !prefersMarkdown(request)) return entityPage(read, entity, origin)
  if (entity.form !== 'card') return entityMarkdown(read, entity, origin)
  await admitCard(request, (work) => ctx.waitUntil(work))
  return entityCard(read, entity, env.CARDS)
}
