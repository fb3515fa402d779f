import type { site } from '../../schema/site/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { SiteContext } from './context.ts'
import { readDocument } from './readAsset.ts'

/** The OpenAPI 3.0.3 document of this API as JSON, as the build generated it. */
export const getOpenApiSpec: Handler<typeof site.getOpenApiSpec, SiteContext> = async (_, { assets }) =>
  readDocument(assets, '/api/v1/spec.json')
