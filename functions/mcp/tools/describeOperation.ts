import { operationUrl } from '../../../shared/http/operationUrl.ts'
import type { CallableOperation } from '../calls/CallableOperation.ts'
import { withoutDirectOnly } from '../calls/directOnly.ts'
import { toResult } from '../results/toResult.ts'
import { findOperation, TOOL_OF } from './findOperation.ts'
import type { InputOf, RunCall, ToolContext } from './Tools.ts'

/** An example answer is there for its shape. */
const EXAMPLE_BYTES = 6000

/** Describes an operation, from the contract; with `sign` also what an agent signs of its request. Throws not_found. */
export const describeOperation: RunCall<'describe_operation'> = async ({ operationId, sign }, context) => {
  const operation = findOperation(operationId)
  const documented = await readDocument(operation, context)
  const toSign = sign && (await signed(operation, sign, context))
  const { kind, method, path, auth, takesKey, isPaid, storesWith } = operation
  const tool = (await context.documents.tools()).get(operationId)
  return toResult(
    {
      operationId,
      kind,
      tool: TOOL_OF[kind],
      title: tool?.title,
      description: tool?.description,
      request: `${method} ${path}`,
      credential: auth || 'none',
      ...(takesKey ? { idempotencyKey: 'accepted' } : {}),
      ...(storesWith === undefined ? {} : { storesWith }),
      ...(isPaid ? { paid: 'x402: the first call returns the requirements' } : {}),
      args: tool?.inputSchema,
      ...documented,
      ...(toSign ? { toSign } : {}),
    },
    `Call ${TOOL_OF[kind]} with operationId ${operationId} and these args.`,
    true,
  )
}

/** Loaded with the first request to sign: few agents sign theirs. */
type Sign = NonNullable<InputOf<'describe_operation'>['sign']>

const signed = async (operation: CallableOperation, sign: Sign, { baseUrl }: ToolContext) =>
  (await import('./signatureBase.ts')).signatureBase(operation, sign, baseUrl)

/** Examples and errors from the document of the operation. */
async function readDocument({ operationId, path, method }: CallableOperation, { documents, baseUrl }: ToolContext) {
  const url = operationUrl(operationId)
  const text = await documents.page(url)
  const openapi = new URL(url, baseUrl).href
  if (text === null) return { openapi }
  const documented = at(JSON.parse(text, withoutDirectOnly), 'paths', path, method.toLowerCase())
  const example = at(documented, 'requestBody', 'content', 'application/json', 'example')
  const answer = at(documented, 'responses', '200', 'content', 'application/json', 'example')
  const isShort = answer !== undefined && JSON.stringify(answer).length <= EXAMPLE_BYTES
  return {
    ...(example === undefined ? {} : { exampleBody: example }),
    ...(isShort ? { exampleAnswer: answer } : {}),
    errors: at(documented, 'x-errors'),
    openapi,
  }
}

const at = (node: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    node,
  )
