import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import { Name, Text, Words } from '../shell/Text.tsx'
import { Heading } from '../shell/Heading.tsx'
import type { IssueFix, IssuePage } from './ErrorPage.ts'

/** The page of a code that is an issue and no error. */
export const renderIssue = (frame: Frame, { code, issue }: IssuePage): string =>
  renderPage(
    frame,
    <article class="prose error">
      <CodeHead code={code} />
      <Issue issue={issue} />
    </article>,
  )

/** A code as the title of its page, below a link to the list of all. */
export const CodeHead = ({ code }: { readonly code: string }) => (
  <>
    <p class="kicker">
      <a href="/docs/errors">Errors and issues</a>
    </p>
    <h1>
      <code>
        <Name name={code} />
      </code>
    </h1>
  </>
)

/** The cause and the fix of an issue, and the answers that have it. */
export function Issue({ issue: { cause, fix, fields } }: { readonly issue: IssueFix }) {
  return (
    <>
      <p class="lead">{cause}</p>
      <p class="note">
        <Text text={fix} />
      </p>
      <Heading id="answers">Answers that have it</Heading>
      <p>An issue is in an answer with status 200; it is not an error.</p>
      <ul>
        {fields.map((field) => (
          <li>
            <Words text={field} />
          </li>
        ))}
      </ul>
    </>
  )
}
