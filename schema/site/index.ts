import * as z from 'zod'
import { AgentJsonPayload } from '../common.ts'
import { operation } from '../operation.ts'

/** The start of the document: the whole document cannot contain itself. */
const example = {
  openapi: '3.0.3',
  info: { title: 'Creator Vault Agent API', version: '1.0.0' },
  servers: [{ url: '/api' }],
  paths: {},
}

const cache = { sMaxAge: 600, staleWhileRevalidate: 1200 } as const

export const site = {
  getOpenApiSpec: operation({
    operationId: 'getOpenApiSpec',
    method: 'get',
    path: '/v1/spec.json',
    tags: ['site'],
    summary: 'Get the OpenAPI document as JSON',
    description:
      'Returns the contract of every operation: parameters, bodies, answers, errors and a real example of each. The schemas are those that validate requests. It changes only with a deployment: cache it by its ETag. For one family or operation, read the piece that x-pieces names.',
    'x-limit': 'read',
    'x-answer': 'document',
    'x-cache': cache,
    'x-needs': {},
    responses: {
      200: { description: 'OpenAPI 3.0.3', content: { 'application/json': { schema: AgentJsonPayload, example } } },
    },
  }),
  getOpenApiSpecYaml: operation({
    operationId: 'getOpenApiSpecYaml',
    method: 'get',
    path: '/v1/spec.yaml',
    tags: ['site'],
    summary: 'Get the OpenAPI document as YAML',
    description:
      'Returns the same contract as getOpenApiSpec, in YAML, for people and for tools that prefer it. Programs should read the JSON.',
    'x-limit': 'read',
    'x-answer': 'document',
    'x-cache': cache,
    'x-needs': {},
    responses: {
      200: {
        description: 'OpenAPI 3.0.3',
        content: {
          'application/yaml': { schema: z.string() },
          'application/json': { schema: AgentJsonPayload, example },
        },
      },
    },
  }),
}
