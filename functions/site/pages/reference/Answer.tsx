import { Code } from '../shell/Code.tsx'
import type { OperationPage } from './OperationPage.ts'

/** Lines of an example that is shown at once. */
const MOST_LINES = 60

/** The example of an answer; a long one is folded. */
export function ExampleAnswer({ answer }: { readonly answer: NonNullable<OperationPage['answer']> }) {
  const { example, types } = answer
  if (example === undefined) return <p>The answer has the type {types.join(', ')}.</p>
  if (example.lines <= MOST_LINES) return <Code code={example.code} />
  return (
    <details class="more">
      <summary>{example.lines} lines of JSON</summary>
      <Code code={example.code} />
    </details>
  )
}
