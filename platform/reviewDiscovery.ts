import {
  bazaarResourceServerExtension,
  declareDiscoveryExtension,
  validateDiscoveryExtension,
} from '@x402/extensions/bazaar'
import { declarePaymentIdentifierExtension, PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { feedbackReview } from '../schema/agents/feedbackReview.ts'
import { isObject, type Json } from './json.ts'
import { openApiDocument } from './openapi.ts'

/** The outline of an answer: a header of 402 has no room for a whole schema. */
const OUTPUT = {
  success: true,
  data: {
    review: { score: { value: 4, valueDecimals: 0, label: 'Strong' } },
    payment: { protocol: 'x402', settlement: { success: true } },
    feedback: { function: 'giveFeedback', to: '0x…', data: '0x…' },
  },
}

/**
 * The extensions of x402 that the 402 of a paid review declares, as JSON: `bazaar` by which facilitators list it, made from the
 * contract, and `payment-identifier`. The package validates schemas by code that it makes at run time, which a Worker cannot.
 */
export function reviewDiscovery(): { json: string } {
  const { path, method, 'x-payment-info': paid } = feedbackReview.reviewAgentFeedback
  if (!paid) throw new Error(`${path}: is not a paid operation`)
  const document: unknown = JSON.parse(openApiDocument())
  const body = at(document, 'paths', path, method, 'requestBody', 'content', 'application/json')
  const { bazaar } = declareDiscoveryExtension({
    bodyType: 'json',
    input: { agentId: 1 },
    inputSchema: schemaOf(document, at(body, 'schema')),
    output: { example: OUTPUT },
  })
  const context = { method: method.toUpperCase(), adapter: { getPath: () => path } }
  const declared: unknown = bazaarResourceServerExtension.enrichDeclaration?.(bazaar, context)
  if (!isDeclared(declared)) throw new Error('the x402 package declares no discovery data')
  const { valid, errors } = validateDiscoveryExtension(declared)
  if (!valid) throw new Error(`extensions.bazaar is invalid: ${errors?.join('; ')}`)
  return {
    json: JSON.stringify({ bazaar: declared, [PAYMENT_IDENTIFIER]: declarePaymentIdentifierExtension(false) }),
  }
}

type Declared = Parameters<typeof validateDiscoveryExtension>[0]
const isDeclared = (value: unknown): value is Declared => isObject(value) && 'info' in value && 'schema' in value

/** A schema of the document with what it refers to written out, and without what only people read. */
function schemaOf(document: unknown, schema: unknown): Json {
  const node = isObject(schema) ? schema : {}
  const { $ref, description: _, example: __, pattern, ...own } = node
  if (typeof $ref === 'string') return schemaOf(document, at(document, ...$ref.slice(2).split('/')))
  const { properties } = own
  const inner = isObject(properties)
    ? {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, one]) => [name, schemaOf(document, one)]),
        ),
      }
    : {}
  // A pattern of JSON Schema is a bare one: the flags of ours are written at its end.
  return { ...own, ...inner, ...(typeof pattern === 'string' ? { pattern: pattern.replace(/\/[a-z]+$/, '') } : {}) }
}

const at = (node: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), node)
