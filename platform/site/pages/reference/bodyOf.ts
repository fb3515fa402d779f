import type { OperationPage } from '../../../../functions/site/pages/reference/OperationPage.ts'
import type { RichText } from '../../../../functions/site/pages/shell/RichText.ts'
import type { Operation } from '../../../../schema/operation.ts'
import { asList, asObject, type Json } from '../../../json.ts'
import { toJsonSchema } from '../../../mcp/toJsonSchema.ts'
import { ofDocument } from './exampleCall.ts'
import { richText } from './richText.ts'
import { shapeOf } from './shapeOf.ts'

/** The JSON body of an operation; undefined without one. */
export function bodyOf(operation: Operation, documented: Json, document: Json): OperationPage['body'] {
  const content = asObject(ofDocument(document, documented['requestBody'])['content'])
  const { schema } = asObject(content['application/json'])
  if (schema === undefined) return undefined
  const whole = toJsonSchema(document, schema)
  return {
    rules: [...rulesOf(ofDocument(document, schema)), ...boundOf(operation)],
    description: richText(String(whole['description'] ?? ''), operation.operationId),
    shape: shapeOf(whole),
  }
}

/** Which fields replace or exclude each other. */
function rulesOf({ oneOf, not }: Json): readonly RichText[] {
  const choices = asList(oneOf)
    .map((one) => asList(asObject(one)['required']).map(String))
    .filter((names) => names.length > 0)
  const excluded = asList(asObject(not)['anyOf']).map((one) => asList(asObject(one)['required']).map(String))
  return [
    ...(choices.length === 0 ? [] : [['Exactly one of: ', ...joined(choices, '; '), '.']]),
    ...excluded.map((names) => ['Not together: ', ...joined([names], ''), '.']),
  ]
}

const joined = (lists: readonly (readonly string[])[], between: string): RichText =>
  lists.flatMap((names, i) => [
    ...(i === 0 ? [] : [between]),
    ...names.flatMap((code, k) => (k === 0 ? [{ code }] : [' with ', { code }])),
  ])

const boundOf = ({ 'x-body': body }: Operation): readonly RichText[] =>
  body === undefined ? [] : [[`JSON of at most ${bytes(body.bound)}.`]]

function bytes(amount: number): string {
  if (amount < 1024) return `${amount} bytes`
  const kib = amount / 1024
  return kib < 1024 ? `${Math.round(kib * 10) / 10} KiB` : `${Math.round((kib / 1024) * 10) / 10} MiB`
}
