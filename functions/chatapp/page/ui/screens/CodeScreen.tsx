import { Form } from '../Form.tsx'
import { Problem } from '../Problem.tsx'
import { useSecondsUntil } from '../useSecondsUntil.ts'
import type { ScreenProps } from './ScreenProps.ts'

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
