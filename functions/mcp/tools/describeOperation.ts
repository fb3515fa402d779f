import type * as z from 'zod'
import { withoutDirectOnly } from '../calls/directOnly.ts'
import type { Way } from '../calls/Way.ts'
import { toResult } from '../results/toResult.ts'
import { operationUrl } from '../../../shared/http/operationUrl.ts'
import type { CALLS } from './definitions.ts'
import { findWay, TOOL_OF } from './findWay.ts'
import type { RunTool, ToolContext } from './Tools.ts'

type Input = z.output<(typeof CALLS)['describe_operation']>

/** An example answer is there for its shape. */
const EXAMPLE_BYTES = 6000

/** Describes an operation, from the contract; with `sign` also what an agent signs of its request. Throws not_found. */
export const describeOperation: RunTool<Input> = async ({ operationId, sign }, context) => {
  const way = findWay(operationId)
  const documented = await readDocument(way, context)
  const toSign = sign && (await signed(way, sign, context))
  const { kind, method, path, auth, takesKey, isPaid, storesWith } = way
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
const signed = async (way: Way, sign: NonNullable<Input['sign']>, { baseUrl }: ToolContext) =>
  (await import('./signatureBase.ts')).signatureBase(way, sign, baseUrl)

/** What the document of the operation has besides: examples and errors. */
async function readDocument({ operationId, path, method }: Way, { documents, baseUrl }: ToolContext) {
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
