import { json } from 'virtual:openapi'
import type { gateway } from '../../schema/gateway/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { toYaml } from './toYaml.ts'

let yaml: string | undefined

/** The same document as YAML (media type: RFC 9512), generated from the JSON on the first request of an isolate. */
export const getOpenApiSpecYaml: Handler<typeof gateway.getOpenApiSpecYaml> = async () => {
  yaml ??= toYaml(JSON.parse(json))
  return { bytes: yaml, type: 'application/yaml; charset=utf-8' }
}
