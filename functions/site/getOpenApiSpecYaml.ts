import type { site } from '../../schema/site/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { SiteContext } from './context.ts'
import { readDocument } from './readAsset.ts'

/** The same document as YAML. */
export const getOpenApiSpecYaml: Handler<typeof site.getOpenApiSpecYaml, SiteContext> = async (_, { assets }) =>
  readDocument(assets, '/api/v1/spec.yaml')
