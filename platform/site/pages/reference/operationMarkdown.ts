import type {
  Field,
  Shape,
  Fact,
  OperationError,
  OperationPage,
} from '../../../../functions/site/pages/reference/OperationPage.ts'
import type { ExampleCall } from './exampleCall.ts'
import { markdownUrl, toMarkdown } from './richText.ts'
import { curlSample } from './samples/curl.ts'

/** The page of an operation as Markdown: the same facts, one example, for programs that read. */
export function operationMarkdown(page: OperationPage, call: ExampleCall, example: string | undefined): string {
  const { summary, method, path, operationId, family, description, warning, specUrl, facts, parameters } = page
  const { body, answer, errors, needs } = page
  return [
    `# ${summary}`,
    '',
    `\`${method} ${path}\` · \`${operationId}\` · [${family.title}](${markdownUrl(family.href)}) · [OpenAPI](${specUrl})`,
    '',
    ...(warning === undefined ? [] : [toMarkdown(warning), '']),
    toMarkdown(description),
    '',
    ...facts.map(factLine),
    '',
    '## Request',
    '',
    ...fenced('sh', curlSample(call)),
    ...(parameters.length === 0 ? [] : ['## Parameters', '', ...fieldLines(parameters), '']),
    ...(body === undefined
      ? []
      : [
          '## Body',
          '',
          ...[body.description, ...body.rules]
            .map(toMarkdown)
            .filter(Boolean)
            .flatMap((line) => [line, '']),
          ...shapeLines(body.shape),
          '',
        ]),
    ...(answer === undefined
      ? []
      : [
          '## Answer',
          '',
          toMarkdown(answer.about),
          '',
          ...(example === undefined ? [] : fenced('json', example)),
          ...shapeLines(answer.shape),
          '',
        ]),
    '## Errors',
    '',
    ...[...errors.own, ...errors.common].map(errorLine),
    ...(needs.length === 0
      ? []
      : [
          '',
          '## Needs of the deployment',
          '',
          ...needs.map(({ name, kind, without }) => `- \`${name}\` (${kind}); without it: ${toMarkdown(without)}`),
        ]),
    '',
  ].join('\n')
}

const fenced = (language: string, text: string): string[] => [`\`\`\`${language}`, text, '```', '']

/** Something to know, as an entry of a list. */
export const factLine = ({ term, text, href }: Fact): string =>
  `- ${href === undefined ? term : `[${term}](${markdownUrl(href)})`}: ${toMarkdown(text)}`

function shapeLines({ fields, forms }: Shape, indent = ''): string[] {
  return [
    ...fieldLines(fields, indent),
    ...forms.flatMap(({ title, shape }) => [`${indent}- If \`${title}\`:`, ...shapeLines(shape, `${indent}  `)]),
  ]
}

const fieldLines = (fields: readonly Field[], indent = ''): string[] =>
  fields.flatMap(({ name, type, isRequired, bounds, description, inner }) => {
    const about = [type, ...(isRequired ? ['required'] : []), ...bounds].join(', ')
    const words = toMarkdown(description)
    return [`${indent}- \`${name}\` (${about})${words === '' ? '' : `: ${words}`}`, ...shapeLines(inner, `${indent}  `)]
  })

const errorLine = ({ code, href, status, fix }: OperationError): string =>
  `- ${status} [\`${code}\`](${href}): ${toMarkdown(fix)}`
