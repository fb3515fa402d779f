import { writeFile } from 'node:fs/promises'
import { OpenAPIHono } from '@hono/zod-openapi'
import { AgentJsonPayload, Amount, AsOf, ErrorEnvelope, EvmAddress, SignedAmount } from '../schema/common.ts'
import { OPERATIONS } from '../schema/index.ts'
import { DOCUMENT, HEADERS, SECURITY_SCHEMES } from '../schema/openapi.ts'
import type { Operation } from '../schema/operation.ts'
import { toYaml } from '../shared/text/toYaml.ts'
import { addExamples } from './addExamples.ts'
import { fixNullable } from './fixNullable.ts'

/**
 * The OpenAPI 3.0.3 document of the whole contract as JSON text.
 *
 * Throws when two operations share a path and method or an operationId.
 */
export function openApiDocument(): { json: string } {
  const app = new OpenAPIHono()
  const registry = app.openAPIRegistry
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
    registry.registerComponent('securitySchemes', name, scheme)
  for (const [name, header] of Object.entries(HEADERS)) registry.registerComponent('headers', name, header)
  // A component that is first met in its nullable form would become nullable for everyone: plain forms go first.
  for (const [name, schema] of Object.entries({
    ErrorEnvelope,
    EvmAddress,
    AgentJsonPayload,
    Amount,
    SignedAmount,
    AsOf,
  }))
    registry.register(name, schema)
  const seen = new Set<string>()
  for (const operation of Object.values(OPERATIONS).flatMap((family) => Object.values(family))) {
    for (const id of [operation.operationId, `${operation.method} ${operation.path}`]) {
      if (seen.has(id)) throw new Error(`${id} stands twice in the contract`)
      seen.add(id)
    }
    registry.registerPath({
      ...operation,
      responses: withHeaders(operation),
      security: [...(operation.security ?? [])],
    })
  }
  const document = addExamples(fixNullable(app.getOpenAPIDocument(DOCUMENT)))
  return { json: JSON.stringify(document) }
}

const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })
const LIMITED = { RateLimit: header('RateLimit'), 'RateLimit-Policy': header('RateLimit-Policy') }

/** Headers that the pipeline gives the answers of every operation. */
function withHeaders({ responses, 'x-answer': answer }: Operation): Operation['responses'] {
  const readsChain = 502 in responses
  const added: Readonly<Record<string, Record<string, { $ref: string }>>> = {
    200: { ...LIMITED, ...(readsChain && answer !== 'envelope' ? { 'X-As-Of-Block': header('X-As-Of-Block') } : {}) },
    429: { ...LIMITED, 'Retry-After': header('Retry-After') },
    503: { 'Retry-After': header('Retry-After') },
  }
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const headers = added[status]
      return [status, headers ? { ...response, headers } : response]
    }),
  )
}

if (process.argv[1] === import.meta.filename) {
  const [file] = process.argv.slice(2)
  if (file === undefined) throw new Error('usage: npm run openapi -- <file.json|file.yaml>')
  const { json } = openApiDocument()
  await writeFile(file, /\.ya?ml$/.test(file) ? toYaml(JSON.parse(json)) : `${json}\n`)
}
