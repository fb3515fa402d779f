import { ERROR_GUIDE } from '../../flow/errorGuide.ts'
import { type ScreenProps, waitOf } from './parts.tsx'

export const ErrorScreen = ({
  flow,
  send,
  isNative,
  onClose,
}: ScreenProps & { readonly onClose: (() => void) | null }) => {
  const problem = flow.error ?? { code: 'unexpected' }
  const { title, advice, next } = ERROR_GUIDE[problem.code]
  const label = retryLabel(next)
  return (
    <>
      <div role="alert">
        <h1 data-focus tabIndex={-1}>
          {title}
        </h1>
        <p>
          {advice}
          {waitOf(problem)}
        </p>
      </div>
      {label !== null && !isNative && (
        <button type="button" class="main" onClick={() => send({ type: 'RETRY' })}>
          {label}
        </button>
      )}
      <div class="others">
        {next === 'retry' && (
          <button type="button" onClick={() => send({ type: 'RESET' })}>
            Start over
          </button>
        )}
        {next === 'reopen' && onClose && (
          <button type="button" onClick={onClose}>
            Close this page
          </button>
        )}
      </div>
      <p class="small">Error code: {problem.code}</p>
    </>
  )
}

/** Label of the retry button; null if a retry cannot help. */
export function retryLabel(next: (typeof ERROR_GUIDE)['unexpected']['next']): string | null {
  if (next === 'retry') return 'Try again'
  if (next === 'restart') return 'Start over'
  return next === 'without_token' ? 'Continue without the link' : null
}
