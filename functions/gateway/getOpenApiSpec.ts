import { json } from 'virtual:openapi'
import type { gateway } from '../../schema/gateway/index.ts'
import type { Handler } from '../../shared/http/handler.ts'

/** The OpenAPI 3.0.3 document of this API as JSON, as the build generated it. */
export const getOpenApiSpec: Handler<typeof gateway.getOpenApiSpec> = async () => ({
  bytes: json,
  type: 'application/json; charset=utf-8',
})
