import type { Json } from '../../json.ts'
import { ContractOperation } from './ContractOperation.ts'
import type { StepDraft, WorkflowDraft } from './drafts.ts'

/** An answer that says when the request may be repeated is repeated. */
export const RETRY_LATER = {
  name: 'retryLater',
  type: 'retry',
  retryAfter: 5,
  retryLimit: 3,
  criteria: [
    { condition: '$statusCode == 429 || $statusCode == 503' },
    { context: '$response.header.Retry-After', condition: '^[1-9][0-9]*$', type: 'regex' },
  ],
} as const

const TOKEN = { type: 'string', format: 'password', description: 'Token of a session, see `sign-in`' } as const

const INPUT = /^\$inputs\.(\w+)$/

/**
 * A workflow of an Arazzo document. Throws an Error unless the contract has each operation, parameter, body field, status and
 * answer field that its steps name, with a value for all that is required, and each output is of an earlier step.
 *
 * @param document the OpenAPI document
 */
export function workflowOf(document: Json, draft: WorkflowDraft): Json {
  const { workflowId, summary, description } = draft
  const inputs = new Map<string, Json>()
  const outputs = new Map<string, string>()
  const steps = draft.steps.map((step) => {
    try {
      const operation = new ContractOperation(document, step.operationId)
      for (const [value, schema] of valuesOf(operation, step)) accept(value, schema)
      const made = stepOf(operation, step)
      for (const name of Object.keys(step.outputs)) {
        if (outputs.has(name)) throw new Error(`two steps have the output ${name}`)
        outputs.set(name, `$steps.${step.stepId}.outputs.${name}`)
      }
      return made
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'failed'
      throw new Error(`${workflowId}, step ${step.stepId}: ${reason}`, { cause: error })
    }
  })
  const unused = Object.keys(draft.inputs ?? {}).find((name) => !inputs.has(name))
  if (unused !== undefined) throw new Error(`${workflowId}: no step uses the input ${unused}`)

  /** Takes note of an input; the output of a step must be of an earlier one. */
  function accept(value: string, schema: Json): void {
    const [, input] = INPUT.exec(value) ?? []
    if (input !== undefined) inputs.set(input, { ...schema, ...draft.inputs?.[input] })
    else if (value.startsWith('$') && ![...outputs.values()].includes(value))
      throw new Error(`${value} is not an input, and not an output of an earlier step`)
  }

  return {
    workflowId,
    summary,
    description,
    ...(inputs.size === 0
      ? {}
      : { inputs: { type: 'object', properties: Object.fromEntries(inputs), required: [...inputs.keys()] } }),
    steps,
    outputs: Object.fromEntries(outputs),
  }
}

/** The values that a step sends, each with the schema that the contract has for it. */
const valuesOf = (operation: ContractOperation, { token, parameters, body }: StepDraft): [string, Json][] => [
  ...(token === undefined ? [] : [[token, TOKEN] satisfies [string, Json]]),
  ...Object.entries(parameters ?? {}).map(([name, value]): [string, Json] => [value, operation.parameter(name).schema]),
  ...Object.entries(body ?? {}).map(([name, value]): [string, Json] => [value, operation.field(name)]),
]

function stepOf(operation: ContractOperation, step: StepDraft): Json {
  const { stepId, description, operationId, token, body, status = 200, expects = {}, repeat, outputs } = step
  if (token !== undefined) operation.requireBearer()
  const named = Object.entries(step.parameters ?? {})
  operation.requireAll(
    named.map(([name]) => name),
    Object.keys(body ?? {}),
  )
  for (const pointer of [...Object.keys(expects), ...(repeat ? [repeat.pointer] : [])])
    operation.requireAnswer(status, pointer)
  const parameters = [
    ...(token === undefined ? [] : [{ name: 'Authorization', in: 'header', value: `Bearer {${token}}` }]),
    ...named.map(([name, value]) => ({ name, in: operation.parameter(name).in, value })),
  ]
  return {
    stepId,
    description,
    operationId,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { contentType: 'application/json', payload: body } } : {}),
    successCriteria: [
      { condition: `$statusCode == ${status}` },
      ...Object.entries(expects).map(([pointer, value]) => ({
        condition: `$response.body#${pointer} == ${typeof value === 'string' ? `'${value}'` : value}`,
      })),
    ],
    onFailure: [
      { reference: `$components.failureActions.${RETRY_LATER.name}` },
      ...(repeat ? [repetition(repeat)] : []),
    ],
    outputs: Object.fromEntries(
      Object.entries(outputs).map(([name, source]) => [name, expressionOf(operation, status, source)]),
    ),
  }
}

const repetition = ({ pointer, values, afterSeconds, limit }: NonNullable<StepDraft['repeat']>): Json => ({
  name: 'notYet',
  type: 'retry',
  retryAfter: afterSeconds,
  retryLimit: limit,
  criteria: [
    { condition: '$statusCode == 200' },
    { context: `$response.body#${pointer}`, condition: `^(${values.join('|')})$`, type: 'regex' },
  ],
})

/** The runtime expression of an output: of a field of the body, or of a header. */
function expressionOf(operation: ContractOperation, status: number, source: string): string {
  if (source.startsWith('/')) {
    operation.requireAnswer(status, source)
    return `$response.body#${source}`
  }
  operation.requireHeader(status, source)
  return `$response.header.${source}`
}
