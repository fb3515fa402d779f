import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import { Code, Name, Text, Words } from '../shell/Text.tsx'
import { Heading } from '../shell/Heading.tsx'
import type { ErrorContent, ErrorPage, IssueFix } from './ErrorPage.ts'

const CONTENTS = [
  ['cause', 'Cause'],
  ['fix', 'Fix'],
  ['example', 'Example'],
  ['operations', 'Operations that answer with it'],
].map(([id = '', text = '']) => ({ href: `#${id}`, text }))

/** The page of a code of an error, of an issue, or of both. */
export function renderError(frame: Frame, { code, error, issue }: ErrorPage): string {
  return renderPage(
    error ? { ...frame, contents: CONTENTS } : frame,
    <article class="prose error">
      <p class="kicker">
        <a href="/docs/errors">Errors and issues</a>
      </p>
      <h1>
        <code>
          <Name name={code} />
        </code>
      </h1>
      {error === undefined ? null : <Entry code={code} error={error} />}
      {error === undefined || issue === undefined ? null : <Heading id="issue">As an issue</Heading>}
      {issue === undefined ? null : <Issue issue={issue} />}
    </article>,
  )
}

function Entry({ code, error }: { readonly code: string; readonly error: ErrorContent }) {
  const { title, status, isOwn, fault, retry, isOutage, cause, fix, body, problem, answering } = error
  return (
    <>
      <p class="lead">{title}.</p>
      <dl class="facts">
        <div>
          <dt>Status</dt>
          <dd>{status}</dd>
        </div>
        <div>
          <dt>Fault</dt>
          <dd>{sentence(fault)}</dd>
        </div>
        <div>
          <dt>Retry</dt>
          <dd>
            <Words text={sentence(retry)} />
          </dd>
        </div>
        {isOutage ? (
          <div>
            <dt>Outage</dt>
            <dd>No chain node provided the data.</dd>
          </div>
        ) : null}
      </dl>
      <Heading id="cause">Cause</Heading>
      <p>
        <Words text={cause} />
      </p>
      <Heading id="fix">Fix</Heading>
      <p class={isOwn ? 'note' : 'note warn'}>
        <Words text={fix} />
      </p>
      <Heading id="example">Example</Heading>
      <p>
        The body, with the header <code>X-Error-Code: {code}</code>:
      </p>
      <Code code={body} />
      <p>
        The same for <code>Accept: application/problem+json</code> (RFC 9457):
      </p>
      <Code code={problem} />
      <Heading id="operations">Operations that answer with it</Heading>
      {'sentence' in answering ? (
        <p>{answering.sentence}</p>
      ) : (
        answering.families.map(({ family, operations }) => (
          <section class="answering">
            <h3>{family}</h3>
            <ul>
              {operations.map(({ operationId, href, summary }) => (
                <li>
                  <a href={href}>
                    <code>
                      <Name name={operationId} />
                    </code>
                  </a>{' '}
                  <span>{summary}</span>
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </>
  )
}

/** The cause and the fix of an issue, and the answers that have it. */
function Issue({ issue: { cause, fix, fields } }: { readonly issue: IssueFix }) {
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

/** A fragment of the catalogue as a sentence. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
