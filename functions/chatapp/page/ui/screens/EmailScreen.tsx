import { Form, Problem, type ScreenProps } from './parts.tsx'

/** The e-mail address of the account. */
export const EmailScreen = ({ flow, phase, send, isNative }: ScreenProps) => {
  const isBusy = phase === 'sending_email_code'
  const name = flow.proof?.chatappUsername
  return (
    <>
      <h1>Link your chat account</h1>
      <p>
        {name ? `You are signed in to the chat app as @${name}. ` : ''}
        Enter the e-mail address of your account. We will send a six-digit code to it.
      </p>
      <Form
        label="Send the code"
        busyLabel="Sending…"
        isBusy={isBusy}
        isNative={isNative}
        onSubmit={() => send({ type: 'SUBMIT_EMAIL' })}
      >
        <label for="email">E-mail address</label>
        <input
          id="email"
          data-focus
          type="email"
          name="email"
          autocomplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellcheck={false}
          maxLength={254}
          required
          readOnly={isBusy}
          value={flow.email}
          aria-invalid={flow.emailError !== null}
          aria-describedby="email-problem privacy"
          onInput={(event) => send({ type: 'EMAIL_CHANGED', email: event.currentTarget.value })}
        />
        <Problem id="email-problem" problem={flow.emailError} />
      </Form>
      <p class="small" id="privacy">
        Creator Vaults uses the address to find your account, and keeps it with that account. Reports on how this page
        is used never contain it. This page never asks for a password, or for the key of a wallet.
      </p>
    </>
  )
}
