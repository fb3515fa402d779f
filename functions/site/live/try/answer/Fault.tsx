import { Seconds } from './Seconds.tsx'
import type { Problem } from './problem.ts'

/** An error: what is wrong, what to do, and where to read more. */
export function Fault({ problem }: { readonly problem: Problem }) {
  const { code, detail, fix, page, retrySeconds } = problem
  return (
    <div class="note bad try-problem">
      <p>
        <a href={page}>
          <code>{code}</code>
        </a>{' '}
        {detail}
      </p>
      {fix === '' ? null : <p>{fix}</p>}
      {retrySeconds === undefined ? null : (
        <p>
          <Seconds
            count={retrySeconds}
            left={(seconds) => `Send it again in ${seconds} s.`}
            over="Send it again now."
          />
        </p>
      )}
    </div>
  )
}
