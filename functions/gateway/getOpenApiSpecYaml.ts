import { yaml } from 'virtual:openapi'
import type { gateway } from '../../schema/gateway.ts'
import type { Handler } from '../../shared/http/handler.ts'

/** The same document as YAML (media type: RFC 9512). */
export const getOpenApiSpecYaml: Handler<typeof gateway.getOpenApiSpecYaml> = async () => ({
  bytes: yaml,
  type: 'application/yaml; charset=utf-8',
})
