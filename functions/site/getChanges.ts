import type { site } from '../../schema/site/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { LOCAL_ORIGIN } from './atHost.ts'
import type { SiteContext } from './context.ts'
import { readDocument } from './readAsset.ts'

/** The releases of this service as a JSON Feed 1.1 (https://jsonfeed.org/version/1.1), which the build makes of CHANGELOG.md. */
export const getChanges: Handler<typeof site.getChanges, SiteContext> = async (_, { assets, baseUrl }) => {
  const { bytes, type } = await readDocument(assets, '/api/v1/changes.json')
  const text = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes)
  return { bytes: text.replaceAll(LOCAL_ORIGIN, new URL(baseUrl).origin), type }
}
