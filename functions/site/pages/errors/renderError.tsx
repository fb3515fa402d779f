import type { Frame } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import { Code, Name, Words } from '../shell/Text.tsx'
import { Heading } from '../shell/Heading.tsx'
import type { ErrorPage } from './ErrorPage.ts'
import { CodeHead, Issue } from './renderIssue.tsx'

const CONTENTS = [
  ['cause', 'Cause'],
  ['fix', 'Fix'],
  ['example', 'Example'],
  ['operations', 'Operations that answer with it'],
].map(([id = '', text = '']) => ({ href: `#${id}`, text }))

export function renderError(frame: Frame, page: ErrorPage): string {
  const { code, title, status, isOwn, fault, retry, isOutage, cause, fix, body, problem, answering, issue } = page
  return renderPage(
    { ...frame, contents: CONTENTS },
    <article class="prose error">
      <CodeHead code={code} />
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
      {issue === undefined ? null : (
        <>
          <Heading id="issue">As an issue</Heading>
          <Issue issue={issue} />
        </>
      )}
    </article>,
  )
}

/** A fragment of the catalogue as a sentence. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
