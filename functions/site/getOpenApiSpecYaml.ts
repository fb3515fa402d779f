import type { site } from '../../schema/site/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import type { SiteContext } from './context.ts'
import { readSpec } from './readAsset.ts'

/** The same document as YAML. */
export const getOpenApiSpecYaml: Handler<typeof site.getOpenApiSpecYaml, SiteContext> = async (_, { assets }) =>
  readSpec(assets, '/api/v1/spec.yaml')
