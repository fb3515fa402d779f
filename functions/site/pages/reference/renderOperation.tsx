import type { Frame, PageLink } from '../Frame.ts'
import { renderPage } from '../shell/Shell.tsx'
import { Heading } from '../shell/Heading.tsx'
import { Name, Text, Code } from '../shell/Text.tsx'
import { Errors, Needs, TrySection } from './OperationParts.tsx'
import { Facts } from './Facts.tsx'
import { Fields } from './Fields.tsx'
import { Method } from './OperationList.tsx'
import type { OperationPage } from './OperationPage.ts'
import { Samples } from './Samples.tsx'

export function renderOperation(frame: Frame, page: OperationPage): string {
  const { operationId, family, method, path, summary, description, warning, specUrl, facts } = page
  const { samples, parameters, body, answer, errors, needs, room, credential } = page
  return renderPage(
    { ...frame, contents: contentsOf(page) },
    <article class="reference">
      <p class="kicker">
        <a href="/docs">Reference</a> / <a href={family.href}>{family.title}</a>
      </p>
      <h1>{summary}</h1>
      <p class="endpoint">
        <Method method={method} />
        <code>
          <Name name={path} />
        </code>
        <code class="operation-id">
          <Name name={operationId} />
        </code>
      </p>
      {warning === undefined ? null : (
        <p class="note warn">
          <Text text={warning} />
        </p>
      )}
      <p class="lead">
        <Text text={description} />
      </p>
      <Facts facts={facts} />
      <Heading id="request">Request</Heading>
      <Samples name="request" samples={samples} />
      {answer === undefined ? null : (
        <>
          <Heading id="answer">Answer</Heading>
          <ExampleAnswer answer={answer} />
        </>
      )}
      <Heading id="try-it">Try it</Heading>
      <TrySection operationId={operationId} specUrl={specUrl} credential={credential} room={room} />
      {parameters.length === 0 ? null : (
        <>
          <Heading id="parameters">Parameters</Heading>
          <Fields shape={{ fields: parameters, forms: [] }} />
        </>
      )}
      {body === undefined ? null : (
        <>
          <Heading id="body">Body</Heading>
          {[body.description, ...body.rules].map((rule) =>
            rule.length === 0 ? null : (
              <p>
                <Text text={rule} />
              </p>
            ),
          )}
          <Fields shape={body.shape} />
        </>
      )}
      {answer === undefined ? null : (
        <>
          <Heading id="fields">Fields of the answer</Heading>
          <p>
            <Text text={answer.about} />
          </p>
          <Fields shape={answer.shape} isAnswer />
        </>
      )}
      <Heading id="errors">Errors</Heading>
      <Errors errors={errors} />
      {needs.length === 0 ? null : (
        <>
          <Heading id="needs">Needs of the deployment</Heading>
          <Needs needs={needs} />
        </>
      )}
      <p class="spec">
        <a href={specUrl}>OpenAPI of this operation</a>
      </p>
    </article>,
  )
}

const contentsOf = ({ parameters, body, answer, needs }: OperationPage): readonly PageLink[] => [
  { href: '#request', text: 'Request' },
  ...(answer === undefined ? [] : [{ href: '#answer', text: 'Answer' }]),
  { href: '#try-it', text: 'Try it' },
  ...(parameters.length === 0 ? [] : [{ href: '#parameters', text: 'Parameters' }]),
  ...(body === undefined ? [] : [{ href: '#body', text: 'Body' }]),
  ...(answer === undefined ? [] : [{ href: '#fields', text: 'Fields of the answer' }]),
  { href: '#errors', text: 'Errors' },
  ...(needs.length === 0 ? [] : [{ href: '#needs', text: 'Needs of the deployment' }]),
]

/** The example of an answer; a long one scrolls in its place. */
function ExampleAnswer({ answer }: { readonly answer: NonNullable<OperationPage['answer']> }) {
  const { example, types } = answer
  if (example === undefined) return <p>The answer has the type {types.join(', ')}.</p>
  return (
    <div class="long">
      <Code code={example.code} />
    </div>
  )
}
