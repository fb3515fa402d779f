import { z } from '@hono/zod-openapi'
import { AgentJsonPayload } from './common.ts'
import { operation } from './operation.ts'

const cache = { sMaxAge: 600, staleWhileRevalidate: 1200 } as const

export const gateway = {
  getOpenApiSpec: operation({
    operationId: 'getOpenApiSpec',
    method: 'get',
    path: '/v1/spec.json',
    tags: ['gateway'],
    summary: 'This document as JSON',
    'x-limit': 'read',
    'x-answer': 'document',
    'x-cache': cache,
    responses: {
      200: { description: 'OpenAPI 3.0.3', content: { 'application/json': { schema: AgentJsonPayload } } },
    },
  }),
  getOpenApiSpecYaml: operation({
    operationId: 'getOpenApiSpecYaml',
    method: 'get',
    path: '/v1/spec.yaml',
    tags: ['gateway'],
    summary: 'This document as YAML',
    'x-limit': 'read',
    'x-answer': 'document',
    'x-cache': cache,
    responses: {
      200: {
        description: 'OpenAPI 3.0.3',
        content: { 'application/yaml': { schema: z.string() }, 'application/json': { schema: AgentJsonPayload } },
      },
    },
  }),
}
