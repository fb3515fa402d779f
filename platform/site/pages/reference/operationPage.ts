import type { OperationLink, OperationPage, TryRoom } from '../../../../functions/site/pages/reference/OperationPage.ts'
import type { RichText } from '../../../../functions/site/pages/shell/RichText.ts'
import type { Deprecated, Operation } from '../../../../schema/operation.ts'
import { operationUrl } from '../../../../shared/http/operationUrl.ts'
import { asList, type Json, asObject } from '../../../json.ts'
import type { Described } from '../../../mcp/describeOperations.ts'
import { toJsonSchema } from '../../../mcp/toJsonSchema.ts'
import { kindOf, withoutText } from '../../../needWords.ts'
import type { Deployment } from '../../../deployments.ts'
import { answerOf } from './answerOf.ts'
import { bodyOf } from './bodyOf.ts'
import { credentialWords } from './credentials.ts'
import { errorsOf } from './errorsOf.ts'
import { exampleCall, ofDocument } from './exampleCall.ts'
import { factsOf } from './facts.ts'
import { titleOf } from './familyTitles.ts'
import { richText } from './richText.ts'
import { samplesOf } from './samples/samplesOf.ts'
import { fieldOf } from './shapeOf.ts'
import { familyPageUrl, operationPageUrl } from './urls.ts'

/** An operation in a list. */
export const operationLink = ({ operation, callable }: Described): OperationLink => ({
  operationId: callable.operationId,
  href: operationPageUrl(callable.operationId),
  method: callable.method,
  path: callable.path,
  summary: operation.summary,
  kind: callable.kind,
  credential: credentialWords(operation).text,
  isDeprecated: operation['x-deprecated'] !== undefined,
})

/** Content of an operation's page. */
export function operationPage(described: Described, document: Json, deployment: Deployment): OperationPage {
  const { operation, callable, documented } = described
  const { description = '', 'x-deprecated': deprecated } = operation
  const body = bodyOf(operation, documented, document)
  const answer = answerOf(operation, documented, document)
  const parameters = asList(documented['parameters']).map((one) => ofDocument(document, one))
  return {
    ...operationLink(described),
    family: { title: titleOf(callable.family), href: familyPageUrl(callable.family) },
    description: richText(description, callable.operationId),
    ...(deprecated === undefined ? {} : { warning: deprecationOf(deprecated) }),
    specUrl: operationUrl(callable.operationId),
    facts: factsOf(operation),
    samples: samplesOf(exampleCall(described, document, deployment)),
    parameters: parameters.map((one) => parameterOf(document, one)),
    ...(body === undefined ? {} : { body }),
    ...(answer === undefined ? {} : { answer }),
    errors: errorsOf(operation),
    needs: needsOf(operation),
    room: tryRoom(described),
  }
}

function parameterOf(document: Json, parameter: Json) {
  const schema = toJsonSchema(document, parameter['schema'])
  const description = parameter['description'] ?? schema['description']
  const location = parameter['in'] === 'query' ? [] : [String(parameter['in'])]
  const field = fieldOf(String(parameter['name']), { ...schema, description }, parameter['required'] === true)
  return { ...field, bounds: [...location, ...field.bounds] }
}

const deprecationOf = ({ sunset, successor }: Deprecated): RichText => [
  `Retired. The path may be removed after ${sunset.slice(0, 10)}`,
  ...(successor === undefined ? ['.'] : ['; use ', { code: successor }, '.']),
]

const needsOf = ({ 'x-needs': needs, 'x-after': after }: Operation): OperationPage['needs'] => [
  ...(after === undefined ? [] : [{ name: after, kind: 'operation', without: richText('needs all that it needs') }]),
  ...Object.entries(needs).map(([name, without]) => ({
    name,
    kind: kindOf(name),
    without: richText(withoutText(without)),
  })),
]

/**
 * The room of an operation's form. Absent for what changes something and for what machines call: a page calls reads, and builds what
 * its visitor may send.
 */
function tryRoom({ operation, callable, documented, tool }: Described): TryRoom | undefined {
  const { 'x-auth': auth } = operation
  if (callable.kind === 'write' || (auth !== undefined && auth !== 'build')) return undefined
  const { example } = asObject(asObject(asObject(asObject(documented['requestBody'])['content'])['application/json']))
  const { required } = asObject(tool.inputSchema)
  const names = new Set([...asList(required).map(String), ...Object.keys(asObject(example))])
  return { rows: callable.body === 'whole' ? 6 : names.size, isSigned: auth === 'build' }
}
