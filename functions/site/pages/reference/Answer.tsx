import { Code } from '../shell/Code.tsx'
import type { OperationPage } from './OperationPage.ts'

/** The example of an answer; a long one scrolls in its place. */
export function ExampleAnswer({ answer }: { readonly answer: NonNullable<OperationPage['answer']> }) {
  const { example, types } = answer
  if (example === undefined) return <p>The answer has the type {types.join(', ')}.</p>
  return (
    <div class="long">
      <Code code={example.code} />
    </div>
  )
}
