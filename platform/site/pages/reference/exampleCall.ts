import type { CallableOperation } from '../../../../functions/mcp/calls/CallableOperation.ts'
import type { Operation } from '../../../../schema/operation.ts'
import { asList, asObject, type Json } from '../../../json.ts'
import type { Described } from '../../../mcp/describeOperations.ts'
import { resolve } from '../../../mcp/toJsonSchema.ts'
import { forDeployment, originAt, type Deployment } from '../../../deployments.ts'
import { readExamples } from '../../../readExamples.ts'
import { type CredentialHeader, credentialHeaders } from './credentials.ts'

/** The example of an operation as a request: what the samples are made of. */
export interface ExampleCall {
  readonly operation: Operation
  readonly callable: CallableOperation
  readonly origin: string
  /** Base URL of the API. */
  readonly baseUrl: string
  readonly chainId: number
  readonly url: string
  readonly credentials: readonly CredentialHeader[]
  /** Parameters of path and query in their own types, and the body. */
  readonly parameters: Json
  readonly body: unknown
  /** Whether the client takes the fields of the body beside the parameters, and not the body as one of them. */
  readonly isPlain: boolean
  /** Media types of the answer, the usual one first; none if it answers with errors alone. */
  readonly types: readonly string[]
}

/** The example call of an operation for a deployment. */
export function exampleCall(
  { operation, callable, documented }: Described,
  document: Json,
  deployment: Deployment,
): ExampleCall {
  const examples = readExamples(callable.family)
  const {
    params,
    query: examplesOfQuery,
    body,
  }: Json = JSON.parse(forDeployment(JSON.stringify(examples[callable.operationId] ?? {}), deployment))
  const origin = originAt(deployment)
  const baseUrl = deployment.isLocal ? `${origin}/api` : deployment.baseUrl
  // Unknown parameters have no effect.
  const query = Object.fromEntries(
    Object.entries(asObject(examplesOfQuery)).filter(([name]) => callable.query.includes(name)),
  )
  const given = { ...asObject(params), ...query }
  const path = callable.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(asObject(params)[name])),
  )
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const described = asList(documented['parameters']).map((one) => ofDocument(document, one))
  const typeOf = (name: string) => asObject(described.find((one) => one['name'] === name)?.['schema'])['type']
  const ok = ofDocument(document, asObject(documented['responses'])['200'])
  return {
    operation,
    callable,
    origin,
    baseUrl,
    chainId: deployment.chainId,
    url: `${baseUrl}${path}${search.size > 0 ? `?${search}` : ''}`,
    credentials: credentialHeaders(operation),
    parameters: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typed(value, typeOf(name))])),
    body,
    isPlain: isPlain(ofDocument(document, contentOf(document, documented['requestBody'])['schema'])),
    types: Object.keys(asObject(ok['content'])),
  }
}

/** A part of the document, or what it refers to. */
export function ofDocument(document: Json, node: unknown): Json {
  const { $ref } = asObject(node)
  return typeof $ref === 'string' ? resolve(document, $ref) : asObject(node)
}

const contentOf = (document: Json, body: unknown): Json =>
  asObject(asObject(ofDocument(document, body)['content'])['application/json'])

/** A body whose fields are known, or one of several such (platform/client/contractOf.ts). */
const isPlain = ({ properties, oneOf }: Json): boolean =>
  properties !== undefined || (oneOf !== undefined && asList(oneOf).every((one) => '$ref' in asObject(one)))

const typed = (value: unknown, type: unknown): unknown =>
  type === 'integer' ? Number(value) : type === 'boolean' ? value === 'true' : value

/** The arguments of an MCP tool: those of path, query and body as one object. A body that is not an object of fields is `body`. */
export const toolArguments = ({ callable, parameters, body }: ExampleCall): Json =>
  callable.body === undefined
    ? parameters
    : { ...parameters, ...(callable.body === 'whole' ? { body } : asObject(body)) }

/** The parameters of a function of the client. */
export const clientParameters = ({ callable, parameters, body, isPlain: hasFields }: ExampleCall): Json =>
  callable.body === undefined ? parameters : { ...parameters, ...(hasFields ? asObject(body) : { body }) }
