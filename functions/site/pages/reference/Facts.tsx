import { Text } from '../shell/Text.tsx'
import type { Fact } from './OperationPage.ts'

/** Facts to know before a call, each with a link. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ term, text, href }) => (
        <div>
          <dt>{href === undefined ? term : <a href={href}>{term}</a>}</dt>
          <dd>
            <Text text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
