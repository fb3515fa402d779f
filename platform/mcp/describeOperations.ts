import type { CallableOperation, Kind } from '../../functions/mcp/calls/CallableOperation.ts'
import { withoutDirectOnly } from '../../functions/mcp/calls/directOnly.ts'
import { OPERATIONS } from '../../schema/index.ts'
import type { Operation } from '../../schema/operation.ts'
import { credentialOf } from '../credentialOf.ts'
import { asList, asObject, isObject, type Json, mapValues } from '../json.ts'
import { listedArguments, resolve, toJsonSchema } from './toJsonSchema.ts'

/** Machines call these: schedules, webhooks, the workflow runtime, keepers and the bot. */
const MACHINES: readonly unknown[] = ['cron', 'ingest', 'runtime', 'keepr', 'chatapp', 'tokenlist', 'sentinel']

/** Left out, each for its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  verifyAuth: 'it returns a session of the account; sign_in returns a shorter one',
  verifyAgent: 'sign_in calls it',
  createAuthHandoff: 'it returns a code for a session of the account',
  redeemAuthHandoff: 'it returns a session of the account',
  batchReads: 'call_reads calls many reads at once',
  recordChatTelemetry: 'pages report to it',
  getOpenApiSpec: 'describe_operation returns the part that matters',
  getOpenApiSpecYaml: 'describe_operation returns the part that matters',
}

/** These answer a POST and change nothing. */
const READS_BY_POST = ['batchReads', 'queryDex', 'quoteTrendTrade', 'preflightChatCommand']

/** A tool, as JSON. */
interface ListedTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Json
  readonly annotations: Readonly<Record<string, boolean>>
}

/** An operation of the contract, and what the tools need of it. */
export interface Described {
  readonly callable: CallableOperation
  /** As a list of tools has it (MCP, Tool). */
  readonly tool: ListedTool
  readonly operation: Operation
  /** Its part of the OpenAPI document. */
  readonly documented: Json
}

/** Whether agents and people look for an operation. The chat app's pages and bot alone call those of its family. */
export const isSearchable = ({ 'x-auth': auth }: Operation, family: string): boolean =>
  family !== 'chatapp' && !MACHINES.includes(auth)

/** Whether an operation is a tool. */
export const isTool = (operation: Operation, family: string): boolean =>
  isSearchable(operation, family) && !Object.hasOwn(LEFT_OUT, operation.operationId)

/** Every operation of the contract. */
export const describeOperations = (document: Json): readonly Described[] =>
  Object.entries(OPERATIONS).flatMap(([family, operations]) =>
    Object.values(operations).map((one) => describe(document, family, one)),
  )

function describe(document: Json, family: string, operation: Operation): Described {
  const { operationId, method, path, summary, description, 'x-auth-when': when } = operation
  const documented = asObject(asObject(asObject(document['paths'])[path])[method])
  // Tools take `fields` beside the arguments.
  const parameters = asList(documented['parameters'])
    .map((one) => dereferenced(document, one))
    .filter((one) => one['in'] !== 'header' && one['name'] !== 'fields')
  const content = asObject(asObject(dereferenced(document, documented['requestBody'])['content'])['application/json'])
  const body = content['schema'] === undefined ? undefined : forModels(toJsonSchema(document, content['schema']))
  const whole = body !== undefined && !isObject(body['properties'])
  const kind = kindOf(document, operation, documented)
  const properties: Readonly<Record<string, Json>> = {
    ...Object.fromEntries(parameters.map((one) => [String(one['name']), schemaOf(document, one)])),
    ...(body === undefined ? {} : whole ? { body } : mapValues(body['properties'], asObject)),
  }
  const required = [
    ...parameters.filter((one) => one['required'] === true).map((one) => String(one['name'])),
    ...(body === undefined ? [] : whole ? ['body'] : asList(body['required']).map(String)),
  ]
  const callable: CallableOperation = {
    operationId,
    family,
    kind,
    method: method.toUpperCase(),
    path,
    args: Object.keys(properties),
    query: parameters.filter((one) => one['in'] === 'query').map((one) => String(one['name'])),
    nullable: Object.keys(properties).filter((name) => takesNull(properties[name])),
    ...(body === undefined ? {} : { body: whole ? 'whole' : 'fields' }),
    auth: credentialOf(operation),
    ...(when?.auth === 'write' ? { storesWith: when.query } : {}),
    ...(operation['x-idempotency'] === undefined ? {} : { takesKey: true }),
    ...(operation['x-payment-info'] === undefined ? {} : { isPaid: true }),
  }
  const tool = {
    name: operationId,
    title: summary,
    description: sentences(summary, description ?? '', kind),
    inputSchema: {
      type: 'object',
      properties: listedArguments(properties),
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    },
    annotations: annotationsOf(callable),
  }
  return { callable, tool, operation, documented }
}

/** A schema without the field that no tool takes. */
const forModels = (schema: Json): Json => asObject(JSON.parse(JSON.stringify(schema), withoutDirectOnly))

const takesNull = (schema: Json | undefined): boolean =>
  asList(schema?.['anyOf']).some((one) => asObject(one)['type'] === 'null')

/** Hints of a tool (MCP, ToolAnnotations). Builders send nothing, so they only read; a read that may store something does not. */
function annotationsOf({ kind, storesWith, takesKey }: CallableOperation): ListedTool['annotations'] {
  if (kind !== 'write' && storesWith === undefined) return { readOnlyHint: true, openWorldHint: false }
  return {
    readOnlyHint: false,
    destructiveHint: kind === 'write',
    idempotentHint: takesKey === true,
    openWorldHint: false,
  }
}

const NOTHING_SENT = 'Nothing is sent.'

const sentences = (title: string, description: string, kind: Kind): string =>
  [`${title}.`, description, kind === 'build' && !description.includes(NOTHING_SENT) ? NOTHING_SENT : '']
    .filter(Boolean)
    .join(' ')

function kindOf(document: Json, operation: Operation, documented: Json): Kind {
  const { method, operationId, 'x-auth': auth } = operation
  const ok = asObject(dereferenced(document, asObject(documented['responses'])['200'])['content'])
  if (auth === 'build' && isCall(toAnswerSchema(document, ok))) return 'build'
  return method === 'get' || auth === 'build' || READS_BY_POST.includes(operationId) ? 'read' : 'write'
}

const toAnswerSchema = (document: Json, content: Json): Json =>
  toJsonSchema(document, asObject(content['application/json'])['schema'])

/** An unsigned call: `to` and `data`, as EIP-5792 has them. */
function isCall(schema: Json): boolean {
  const { to, data } = asObject(schema['properties'])
  if (to !== undefined && data !== undefined) return true
  return [...asList(schema['oneOf']), ...asList(schema['anyOf'])].some((one) => isCall(asObject(one)))
}

const dereferenced = (document: Json, node: unknown): Json => {
  const { $ref } = asObject(node)
  return typeof $ref === 'string' ? resolve(document, $ref) : asObject(node)
}

function schemaOf(document: Json, parameter: Json): Json {
  const schema = toJsonSchema(document, parameter['schema'])
  const description = parameter['description'] ?? schema['description']
  return { ...schema, ...(description === undefined ? {} : { description }) }
}
