import type { ComponentChildren } from 'preact'
import { AnswerView } from '../answer/AnswerView.tsx'
import type { Exchange } from '../request/useSend.ts'
import type { Session } from '../wallet/Wallet.ts'
import { type Built, builtOf } from './Built.ts'
import { SendStep } from './SendStep.tsx'
import { SentView } from './SentView.tsx'
import type { useSending } from './useSending.ts'

interface OutcomeProps {
  readonly exchange: Exchange
  readonly session: Session | undefined
  readonly sending: ReturnType<typeof useSending>
  readonly request: { readonly path: string; readonly base: string; readonly body: Readonly<Record<string, unknown>> }
  rebuild(): void
  again(): void
  /** More about a plan, above the button that sends it. */
  about?(built: Built): ComponentChildren
}

/** The answer to a request; of a builder the plan, the button that sends it, and the sent transactions. */
export function Outcome({ exchange, session, sending, request, rebuild, again, about }: OutcomeProps) {
  const { sent, start, stop, clear } = sending
  const answer = exchange.state === 'answered' ? exchange.answer : undefined
  const built = answer && answer.status < 400 ? builtOf(answer.json) : undefined
  return (
    <>
      <p role="status" class={exchange.state === 'failed' ? 'try-fault' : 'visually-hidden'}>
        {exchange.state === 'sending'
          ? 'Sending'
          : exchange.state === 'failed'
            ? exchange.reason
            : answer
              ? `Answered with ${answer.status}`
              : ''}
      </p>
      {sent ? (
        <SentView
          sent={sent}
          {...request}
          stop={stop}
          again={() => {
            clear()
            again()
          }}
        />
      ) : built && session ? (
        <SendStep key={answer} built={built} session={session} rebuild={rebuild} send={() => start(built, session)}>
          {about?.(built)}
        </SendStep>
      ) : null}
      {answer && !sent ? (
        built ? (
          <details class="try-raw">
            <summary>The whole answer</summary>
            <AnswerView answer={answer} />
          </details>
        ) : (
          <AnswerView answer={answer} />
        )
      ) : null}
    </>
  )
}
