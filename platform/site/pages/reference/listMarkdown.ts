import type { FamilyPage, ReferencePage } from '../../../../functions/site/pages/reference/ReferencePage.ts'
import type { OperationLink } from '../../../../functions/site/pages/reference/OperationPage.ts'
import { factLine } from './operationMarkdown.ts'
import { markdownUrl, toMarkdown } from './richText.ts'

const operationLine = ({ operationId, href, method, path, summary, credential }: OperationLink): string =>
  `- [${summary}](${markdownUrl(href)}): \`${operationId}\`, \`${method} ${path}\`${credential === '' ? '' : `, credential: ${credential}`}`

/** The page of a family as Markdown. */
export const familyMarkdown = ({ title, about, operations, guides, specUrl, mcpUrl }: FamilyPage): string =>
  [
    `# ${title}`,
    '',
    toMarkdown(about),
    '',
    `Guides: ${guides.map(({ href, text }) => `[${text}](${markdownUrl(href)})`).join(', ')}. [OpenAPI](${specUrl}). MCP: ${mcpUrl}`,
    '',
    ...operations.map(operationLine),
    '',
  ].join('\n')

/** The first page of the reference as Markdown. */
export const referenceMarkdown = (title: string, { start, tasks, families }: ReferencePage): string =>
  [
    `# ${title}`,
    '',
    ...start.map(factLine),
    '',
    ...tasks.flatMap((task) => [`## ${task.title}`, '', ...task.operations.map(operationLine), '']),
    '## All families',
    '',
    ...families.map((one) => `- [${one.title}](${markdownUrl(one.href)}): ${one.about}`),
    '',
  ].join('\n')
