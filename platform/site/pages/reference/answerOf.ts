import type { OperationPage } from '../../../../functions/site/pages/reference/OperationPage.ts'
import type { RichText } from '../../../../functions/site/pages/shell/RichText.ts'
import type { Operation } from '../../../../schema/operation.ts'
import { asObject, type Json } from '../../../json.ts'
import { toJsonSchema } from '../../../mcp/toJsonSchema.ts'
import { highlight } from '../highlight.ts'
import { ofDocument } from './exampleCall.ts'
import { richText } from './richText.ts'
import { shapeOf } from './shapeOf.ts'

/** How an answer is wrapped. */
const FORMS: Readonly<Record<Operation['x-answer'], string>> = {
  envelope: 'The fields are those of `data` in the envelope `{"success": true, "data": …}`.',
  document: 'The answer has no envelope.',
  media: 'The answer is a file. With `Accept: application/json` it is JSON with a data URI.',
  stream: 'The answer is a stream of server-sent events.',
}

/** The 200 answer of an operation; undefined if it answers with errors alone. */
export function answerOf(operation: Operation, documented: Json, document: Json): OperationPage['answer'] {
  const { description, content } = usualAnswer(documented, document)
  const types = Object.keys(content)
  if (types.length === 0) return undefined
  const { schema, example } = mainForm(content)
  const whole = toJsonSchema(document, schema)
  const text = toText(example, 2)
  return {
    about: about(description, operation, types),
    types,
    ...(text === undefined
      ? {}
      : {
          example: {
            code: highlight(text, typeof example === 'string' ? 'http' : 'json'),
            lines: text.split('\n').length,
          },
        }),
    shape: shapeOf(operation['x-answer'] === 'envelope' ? asObject(asObject(whole['properties'])['data']) : whole),
  }
}

/** The example of that answer as text, with little white space; undefined without one. */
export const exampleText = (documented: Json, document: Json): string | undefined =>
  toText(mainForm(usualAnswer(documented, document).content)['example'], 1)

function usualAnswer(documented: Json, document: Json): { readonly description: string; readonly content: Json } {
  const { description = '', content } = ofDocument(document, asObject(documented['responses'])['200'])
  return { description: String(description), content: asObject(content) }
}

/** JSON if the answer has it, which of a file is a data URI. */
const mainForm = (content: Json): Json => asObject(content['application/json'] ?? Object.values(content)[0])

const toText = (example: unknown, indent: number): string | undefined =>
  typeof example === 'string' ? example : JSON.stringify(example, undefined, indent)

function about(
  description: string,
  { operationId, 'x-answer': answer }: Operation,
  types: readonly string[],
): RichText {
  const listed = types.length > 1 ? `Types, by \`Accept\`: ${types.map((type) => `\`${type}\``).join(', ')}.` : ''
  return richText([description && `${description}.`, FORMS[answer], listed].filter(Boolean).join(' '), operationId)
}
