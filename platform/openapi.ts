import { writeFile } from 'node:fs/promises'
import { OpenApiGeneratorV3, OpenAPIRegistry } from '@asteasolutions/zod-to-openapi'
import * as z from 'zod'
import { RevertReason } from '../schema/build/status.ts'
import { codesOf, takesBlock } from '../schema/codesOf.ts'
import { AgentJsonPayload, Amount, AsOf, ErrorEnvelope, EvmAddress, SignedAmount } from '../schema/common.ts'
import { Expiry } from '../schema/expiry.ts'
import { OPERATIONS } from '../schema/index.ts'
import { DOCUMENT, FIELDS, HEADERS, IDEMPOTENCY_KEY, SECURITY_SCHEMES } from '../schema/openapi.ts'
import type { Operation } from '../schema/operation.ts'
import { Problem } from '../schema/problem.ts'
import { addExamples } from './addExamples.ts'
import { errorCatalogue, errorResponses, headersOf, LIMITED, sharedResponses } from './errorResponses.ts'
import { fixNullable } from './fixNullable.ts'
import { hoistNames } from './hoistNames.ts'
import { nameSchemas } from './nameSchemas.ts'
import { forDeployment, localDeployment, type Deployment, deploymentOf } from './deployments.ts'
import { shareParameters } from './shareParameters.ts'
import { PIECE_URLS } from './site/pieceUrls.ts'
import { toYaml } from './site/toYaml.ts'
import { trimExamples } from './trimExamples.ts'
import { type Environment, ENVIRONMENTS } from './workers.ts'
import { asList, asObject, isObject } from './json.ts'

/**
 * The OpenAPI 3.0.3 document of the whole contract as JSON text, for a deployment; that of a localnet unless another is given.
 *
 * Throws when two operations share a path and method or an operationId.
 */
export const openApiDocument = (deployment: Deployment = localDeployment()): string =>
  forDeployment((written ??= write()), deployment)

let written: string | undefined

function write(): string {
  const registry = new OpenAPIRegistry()
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
    registry.registerComponent('securitySchemes', name, scheme)
  for (const [name, header] of Object.entries(HEADERS)) registry.registerComponent('headers', name, header)
  // A component that is first met in its nullable form would become nullable for everyone: plain forms go first.
  const plain = [ErrorEnvelope, Problem, EvmAddress, AgentJsonPayload, Amount, SignedAmount, AsOf, Expiry, RevertReason]
  nameSchemas([plain, OPERATIONS])
  const seen = new Set<string>()
  const operations: readonly Operation[] = Object.values(OPERATIONS).flatMap((family) => Object.values(family))
  for (const [name, response] of Object.entries(sharedResponses(operations)))
    registry.registerComponent('responses', name, response)
  for (const operation of operations) {
    for (const id of [operation.operationId, `${operation.method} ${operation.path}`]) {
      if (seen.has(id)) throw new Error(`${id}: two operations have this operationId`)
      seen.add(id)
    }
    const { 'x-needs': _needs, 'x-after': _after, ...published } = operation
    registry.registerPath({
      ...published,
      request: withParameters(operation),
      ...(published['x-deprecated'] ? { deprecated: true } : {}),
      ...(takesBlock(operation) ? { 'x-block': true } : {}),
      'x-errors': [...codesOf(operation)],
      responses: { ...withHeaders(operation), ...errorResponses(operation) },
      security: [...(operation.security ?? [])],
    })
  }
  const definitions = [...plain.map((schema) => ({ type: 'schema' as const, schema })), ...registry.definitions]
  const described = new OpenApiGeneratorV3(definitions).generateDocument({
    ...DOCUMENT,
    'x-pieces': PIECE_URLS,
    'x-errors': errorCatalogue(operations),
  })
  return JSON.stringify(
    shareParameters(trimExamples(addExamples(dropDiscriminators(fixNullable(hoistNames(described)))))),
  )
}

/** The request of an operation with the parameters that the pipeline reads besides credentials. */
function withParameters({ request, ...operation }: Operation): NonNullable<Operation['request']> {
  const { method, 'x-answer': answer, 'x-idempotency': keys } = operation
  const query = request?.query instanceof z.ZodObject ? request.query : z.object({})
  return {
    ...request,
    ...(method === 'get' && answer === 'envelope' ? { query: query.safeExtend({ fields: FIELDS }) } : {}),
    ...(keys ? { headers: [IDEMPOTENCY_KEY[keys === 'calls' ? 'calls' : 'write']] } : {}),
  }
}

/** Headers that the pipeline gives the answer of every operation; a deprecated one only has errors. */
function withHeaders({
  responses,
  request,
  'x-answer': answer,
  'x-idempotency': keys,
}: Operation): Operation['responses'] {
  const [ok] = Object.entries(responses)
  if (!ok) return {}
  const query = request?.query
  const readsChain = query instanceof z.ZodObject && 'minBlock' in query.shape
  const headers = {
    ...LIMITED,
    ...(readsChain && answer !== 'envelope' ? headersOf('X-As-Of-Block') : {}),
    ...(keys && keys !== 'calls' ? headersOf('Idempotency-Replayed') : {}),
  }
  return { [ok[0]]: { ...ok[1], headers } }
}

if (process.argv[1] === import.meta.filename) {
  const [file, name = ''] = process.argv.slice(2)
  const environments: Readonly<Record<string, Environment>> = ENVIRONMENTS
  const environment = environments[name]
  if (file === undefined || (name !== '' && !environment))
    throw new Error(`usage: npm run openapi -- <file.json|file.yaml> [${Object.keys(ENVIRONMENTS).join('|')}]`)
  const json = openApiDocument(environment && deploymentOf(environment))
  await writeFile(file, /\.ya?ml$/.test(file) ? toYaml(JSON.parse(json)) : `${json}\n`)
}

/**
 * A document without the discriminators that do not map every schema of their union: one whose property has a default may come without
 * it, and OpenAPI 3.0.3 ("Discriminator Object") wants the property to be required. Code generators would take the name of the schema for
 * the value.
 */
function dropDiscriminators(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(dropDiscriminators)
  if (!isObject(node)) return node
  const { discriminator, ...rest } = node
  const isWhole =
    Object.keys(asObject(asObject(discriminator)['mapping'])).length === asList(node['oneOf'] ?? node['anyOf']).length
  return Object.fromEntries(
    Object.entries(isWhole || !('oneOf' in node || 'anyOf' in node) ? node : rest).map(([key, value]) => [
      key,
      dropDiscriminators(value),
    ]),
  )
}
