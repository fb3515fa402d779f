import { useEffect, useRef } from 'preact/hooks'
import { problemOf } from './answer/problem.ts'
import { Outcome } from './build/Outcome.tsx'
import { useSending } from './build/useSending.ts'
import { FormView } from './form/FormView.tsx'
import { LinkedValues } from './form/LinkedValues.tsx'
import { useForm } from './form/useForm.ts'
import { Preview } from './request/Preview.tsx'
import { useKey } from './request/useKey.ts'
import { useSend } from './request/useSend.ts'
import type { TryOperation } from './spec/TryOperation.ts'
import { useSession } from './wallet/useSession.ts'
import { WalletStep } from './wallet/WalletStep.tsx'

/** The form of an operation, the request that it makes, and the answer; for a builder also what the visitor does with it. */
export function Try({ operation }: { readonly operation: TryOperation }) {
  const { isSigned, takesKey, base, path } = operation
  const form = useForm(operation)
  const signIn = useSession(base)
  const { session, end } = signIn
  const { exchange, start, cancel, clear } = useSend()
  const sending = useSending()
  const [key, renewKey] = useKey(form.request.body)
  const room = useRef<HTMLFormElement>(null)

  // A transaction built for one wallet is useless for another; sent ones stay.
  useEffect(() => {
    if (isSigned && !session) clear()
  }, [session])

  const focusFault = () =>
    requestAnimationFrame(() => room.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

  const submit = async () => {
    if (!form.isConfirmed) return undefined
    if (!form.check()) return focusFault()
    sending.clear()
    const answer = await start(form.request, {
      token: session?.token,
      idempotencyKey: takesKey ? key : undefined,
    })
    const problem = answer && problemOf(answer)
    if (!problem) return undefined
    form.setFaults(problem.faults)
    if (problem.code === 'unauthenticated' && session)
      end('The service no longer accepts this session. Choose the wallet again.')
    return Object.keys(problem.faults).length > 0 ? focusFault() : undefined
  }

  const isSending = exchange.state === 'sending'
  const headers = [
    ...(isSigned
      ? [session ? 'Authorization: Bearer <session of this page>' : 'Authorization: Bearer <sign in first>']
      : []),
    ...(takesKey ? [`Idempotency-Key: "${key}"`] : []),
  ]
  return (
    <>
      {isSigned ? <WalletStep signIn={signIn} /> : null}
      <form
        ref={room}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <FormView operation={operation} form={form} />
        <Preview request={form.request} headers={headers} />
        <LinkedValues form={form} />
        <div class="try-actions">
          <button type="submit" class="button" disabled={isSending || !form.isConfirmed || (isSigned && !session)}>
            {takesKey ? 'Build' : 'Send'}
          </button>
          {isSending ? (
            <button type="button" class="button quiet" onClick={cancel}>
              Cancel
            </button>
          ) : null}
          {isSigned && !session ? (
            <p class="try-about">Sign in with a wallet first.</p>
          ) : form.isConfirmed ? null : (
            <p class="try-about">Confirm the values from the link first.</p>
          )}
        </div>
      </form>
      <Outcome
        exchange={exchange}
        session={session}
        sending={sending}
        request={{ path, base, body: form.body() }}
        rebuild={() => void submit()}
        again={() => {
          clear()
          renewKey()
        }}
      />
    </>
  )
}
