import { useEffect, useState } from 'preact/hooks'
import { Form, Problem, type ScreenProps } from './parts.tsx'

/** The one-time code; it may be pasted with spaces. */
export const CodeScreen = ({ flow, phase, send, isNative }: ScreenProps) => {
  const isBusy = phase === 'verifying_email_code'
  const seconds = useSecondsUntil(flow.resendAvailableAt)
  return (
    <>
      <h1>Enter the code</h1>
      <p>
        We sent a six-digit code to <strong>{flow.email}</strong>. It may take a minute. Also check your spam folder.
      </p>
      <Form
        label="Verify"
        busyLabel="Checking…"
        isBusy={isBusy}
        isNative={isNative}
        onSubmit={() => send({ type: 'SUBMIT_CODE' })}
      >
        <label for="code">Six-digit code</label>
        <input
          id="code"
          data-focus
          class="code"
          name="code"
          autocomplete="one-time-code"
          inputMode="numeric"
          required
          readOnly={isBusy}
          value={flow.code}
          aria-invalid={flow.codeError !== null}
          aria-describedby="code-problem"
          onInput={(event) => {
            const field = event.currentTarget
            send({ type: 'CODE_CHANGED', code: field.value })
            // The flow ignores other characters, so the field would keep them.
            field.value = field.value.replace(/\D/g, '').slice(0, 6)
          }}
        />
        <Problem id="code-problem" problem={flow.codeError} />
      </Form>
      <div class="others">
        <button type="button" aria-disabled={seconds > 0 || isBusy} onClick={() => send({ type: 'RESEND_CODE' })}>
          Send a new code{seconds > 0 ? ` (in ${seconds} s)` : ''}
        </button>
        <button type="button" aria-disabled={isBusy} onClick={() => send({ type: 'BACK' })}>
          Use another e-mail address
        </button>
      </div>
    </>
  )
}

/** Whole seconds until a moment (Unix milliseconds), counting down. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= moment
  useEffect(() => {
    if (isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, Math.ceil((moment - now) / 1000))
}
