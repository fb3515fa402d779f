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

/** JSON Feed 1.1 of the releases. */
const ChangesFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1').describe('Version of the format'),
    title: z.string().describe('Name of the feed'),
    description: z.string().describe('Purpose of the feed'),
    home_page_url: z.string().describe('Page of all changes'),
    feed_url: z.string().describe('URL of this document'),
    language: z.string().describe('Language of the texts (RFC 5646)'),
    items: z
      .array(
        z.object({
          id: z.string().describe('URL of the release, which stays the same'),
          url: z.string().describe('The release on the page of all changes'),
          title: z.string().describe('Version of the release'),
          date_published: z.string().describe('Date of the release (RFC 3339)'),
          content_text: z.string().describe('Changes, as Markdown'),
          tags: z.array(z.string()).describe('Kinds of its changes: Security, Added, Changed, Removed'),
        }),
      )
      .describe('Releases, the newest first'),
  })
  .meta({ id: 'ChangesFeed' })

const feed = {
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Creator Vault Agent API: changes',
  description: 'What changed in each release of this service, for its callers and its operators.',
  home_page_url: 'https://api.example.com/docs/changelog',
  feed_url: 'https://api.example.com/api/v1/changes',
  language: 'en',
  items: [
    {
      id: 'https://api.example.com/docs/changelog#040---2026-11-23',
      url: 'https://api.example.com/docs/changelog#040---2026-11-23',
      title: '0.4.0',
      date_published: '2026-11-23T00:00:00Z',
      content_text:
        '### Added\n\n- `GET /auth/sessions`, `DELETE /auth/sessions/{id}` and `DELETE /auth/sessions` list and end sessions.',
      tags: ['Added'],
    },
  ],
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
  getChanges: operation({
    operationId: 'getChanges',
    method: 'get',
    path: '/v1/changes',
    tags: ['site'],
    summary: 'Get what changed in each release',
    description:
      'Returns a JSON Feed 1.1 with an item for each release, newest first: additions, changes and fixes. Ids of items are stable. Poll it with its ETag. For the contract as it is now, use getOpenApiSpec.',
    'x-limit': 'read',
    'x-answer': 'document',
    'x-cache': cache,
    'x-needs': {},
    responses: {
      200: {
        description: 'JSON Feed 1.1',
        content: {
          'application/feed+json': { schema: ChangesFeed, example: feed },
          'application/json': { schema: ChangesFeed, example: feed },
        },
      },
    },
  }),
}
