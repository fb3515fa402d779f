import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import { Heading } from '../shell/Heading.tsx'
import { Text } from '../shell/Text.tsx'
import type { FamilyPage } from './ReferencePage.ts'
import { OperationList } from './OperationList.tsx'
import type { OperationKind } from './OperationPage.ts'

const KINDS: readonly (readonly [kind: OperationKind, title: string])[] = [
  ['read', 'Read'],
  ['build', 'Build a transaction'],
  ['write', 'Change something'],
]

/** The page of a family: what it is for, and its operations by what they do. */
export function renderFamily(frame: Frame, { title, about, operations, guides, specUrl, mcpUrl }: FamilyPage): string {
  const kinds = KINDS.map(([kind, name]) => ({
    kind,
    name,
    own: operations.filter((one) => one.kind === kind),
  })).filter(({ own }) => own.length > 0)
  return renderPage(
    { ...frame, contents: kinds.map(({ kind, name }) => ({ href: `#${kind}`, text: name })) },
    <article class="reference">
      <p class="kicker">
        <a href="/docs">Reference</a>
      </p>
      <h1>{title}</h1>
      <p class="lead">
        <Text text={about} />
      </p>
      <p>
        {guides.map(({ href, text }, i) => (
          <>
            {i === 0 ? 'Guides: ' : ', '}
            <a href={href}>{text}</a>
          </>
        ))}
        . For programs: <a href={specUrl}>OpenAPI</a>, MCP at <code>{mcpUrl}</code>.
      </p>
      {kinds.map(({ kind, name, own }) => (
        <>
          <Heading id={kind}>{name}</Heading>
          <OperationList operations={own} />
        </>
      ))}
    </article>,
  )
}
