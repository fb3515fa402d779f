import type { Answer } from '../request/send.ts'
import { factsOf, sizeOf } from './facts.ts'
import { Fault } from './Fault.tsx'
import { JsonView } from './JsonView.tsx'
import { problemOf } from './problem.ts'

/** Characters of a text that are shown. */
const MOST = 20_000

/** An answer: status, time, what its headers say, the error if it is one, and the body. */
export function AnswerView({ answer }: { readonly answer: Answer }) {
  const { status, ms, bytes, json, text, picture } = answer
  const problem = problemOf(answer)
  return (
    <section class="try-answer" aria-label="Answer">
      <p class="try-status">
        <b class={status < 400 ? 'is-good' : 'is-bad'}>
          {status} {answer.statusText}
        </b>
        <span>{Math.round(ms)} ms</span>
        <span>{sizeOf(bytes)}</span>
      </p>
      {problem ? <Fault problem={problem} /> : null}
      <dl class="try-facts">
        {factsOf(answer).map(([term, description]) => (
          <div>
            <dt>{term}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      {picture === undefined ? null : <img class="try-picture" src={picture} alt="The picture of the answer" />}
      {json === undefined ? null : (
        <div class="try-body" tabIndex={0} role="region" aria-label="Body of the answer">
          <JsonView value={json} />
        </div>
      )}
      {text === undefined || text === '' ? null : (
        <>
          <pre class="try-body" tabIndex={0}>
            {text.slice(0, MOST)}
          </pre>
          {text.length > MOST ? (
            <p class="try-about">
              The first {MOST} of {text.length} characters are shown.
            </p>
          ) : null}
        </>
      )}
    </section>
  )
}
