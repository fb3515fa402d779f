import { OpenAPIHono } from '@hono/zod-openapi'
import { stringify } from 'yaml'
import { AgentJsonPayload, ErrorEnvelope, EvmAddress } from '../schema/common.ts'
import { OPERATIONS } from '../schema/index.ts'
import { DOCUMENT, SECURITY_SCHEMES } from '../schema/openapi.ts'
import { SECURITY } from '../schema/operation.ts'

/**
 * The OpenAPI 3.0.3 document of the whole contract, as JSON and as YAML text.
 *
 * Throws when two operations share a path and method or an operationId.
 */
export function openApiDocument(): { json: string; yaml: string } {
  const app = new OpenAPIHono()
  const registry = app.openAPIRegistry
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) registry.registerComponent('securitySchemes', name, scheme)
  // A component that is first met in its nullable form would become nullable for everyone: plain forms go first.
  registry.register('EvmAddress', EvmAddress)
  registry.register('ErrorEnvelope', ErrorEnvelope)
  registry.register('AgentJsonPayload', AgentJsonPayload)
  const seen = new Set<string>()
  for (const operations of Object.values(OPERATIONS)) {
    for (const operation of Object.values(operations)) {
      for (const id of [operation.operationId, `${operation.method} ${operation.path}`]) {
        if (seen.has(id)) throw new Error(`${id} stands twice in the contract`)
        seen.add(id)
      }
      const auth = operation['x-auth']
      registry.registerPath({ ...operation, security: auth === undefined ? [] : [...SECURITY[auth]] })
    }
  }
  const document = fixNullable(app.getOpenAPIDocument(DOCUMENT))
  return { json: JSON.stringify(document), yaml: stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }) }
}

/**
 * In OpenAPI 3.0 `nullable` needs a `type` beside it (proposal "Clarify Semantics of nullable"): the generator's
 * `allOf: [{$ref}, {nullable: true}]` becomes `{type, nullable: true, allOf: [{$ref}]}`.
 */
function fixNullable(document: ReturnType<OpenAPIHono['getOpenAPIDocument']>): unknown {
  const schemas: Record<string, unknown> = document.components?.schemas ?? {}
  const typeOf = (ref: unknown): unknown => {
    const target = typeof ref === 'string' ? schemas[ref.split('/').pop() ?? ''] : undefined
    return isRecord(target) ? (target['type'] ?? (target['allOf'] === undefined ? 'object' : undefined)) : 'object'
  }
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit)
    if (!isRecord(node)) return node
    const fixed = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]))
    for (const key of ['allOf', 'anyOf']) {
      const parts = fixed[key]
      if (!Array.isArray(parts) || parts.length < 2) continue
      const rest = parts.filter((part) => !isNullMark(part))
      const [only] = rest
      if (rest.length === parts.length || rest.length !== 1 || !isRecord(only)) continue
      const { [key]: _, ...others } = fixed
      return { ...others, type: typeOf(only['$ref']), nullable: true, allOf: [only] }
    }
    return fixed
  }
  return visit(document)
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isNullMark = (part: unknown): boolean => isRecord(part) && part['nullable'] === true && Object.keys(part).length === 1
