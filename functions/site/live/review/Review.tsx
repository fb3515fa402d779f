import { useEffect, useState } from 'preact/hooks'
import { problemOf } from '../try/answer/problem.ts'
import { Outcome } from '../try/build/Outcome.tsx'
import { useSending } from '../try/build/useSending.ts'
import { asText } from '../try/json.ts'
import { useKey } from '../try/request/useKey.ts'
import { useSend } from '../try/request/useSend.ts'
import { toText } from '../try/spec/readOperation.ts'
import type { TryOperation } from '../try/spec/TryOperation.ts'
import { useSession } from '../try/wallet/useSession.ts'
import { WalletStep } from '../try/wallet/WalletStep.tsx'
import { Contracts } from './Contracts.tsx'
import type { Link } from './readLink.ts'

interface ReviewProps {
  readonly operation: TryOperation
  readonly link: Link
}

/** A transaction that a link asks for: its arguments, and after the visitor builds it, what it does now and a button to send it. */
export function Review({ operation, link: { operationId, args, isUnproven } }: ReviewProps) {
  const { method, base, path } = operation
  const signIn = useSession(base)
  const { session, end } = signIn
  const { exchange, start, clear } = useSend()
  const sending = useSending()
  const [isAccepted, setAccepted] = useState(false)
  const body = { ...args, ...(isAccepted ? { allowUnproven: true } : {}) }
  const json = JSON.stringify(body)
  const [idempotencyKey, renewKey] = useKey(json)
  const from = asText(args['from'])

  // A transaction built for one wallet is useless for another; sent ones stay.
  useEffect(() => {
    if (!session) clear()
  }, [session])

  const build = async () => {
    sending.clear()
    const answer = await start({ method, url: `${base}${path}`, body: json }, { token: session?.token, idempotencyKey })
    if (answer && problemOf(answer)?.code === 'unauthenticated')
      end('The service no longer accepts this session. Choose the wallet again.')
  }
  const isBusy = exchange.state === 'sending' || sending.sent?.isOver === false
  return (
    <>
      <section class="note warn" aria-label="The link">
        <h2>A link asks for this transaction</h2>
        <p>
          This service did not choose its values, and has built nothing yet.{' '}
          <a href={`/docs/operations/${operationId}`}>
            <code>{operationId}</code>
          </a>
        </p>
        <dl class="try-facts">
          {Object.entries(args).map(([name, value]) => (
            <div key={name}>
              <dt>
                <bdi>{name}</bdi>
              </dt>
              <dd>
                <code>
                  <bdi>{toText(value)}</bdi>
                </code>
              </dd>
            </div>
          ))}
        </dl>
        <p>
          {from === '' ? (
            'It is for the wallet that signs in.'
          ) : (
            <>
              It is for{' '}
              <code>
                <bdi>{from}</bdi>
              </code>
              : no other wallet can send it here.
            </>
          )}{' '}
          Sign in with a wallet to build it. Nothing is sent before you press another button.
        </p>
        {isUnproven ? (
          <label class="try-sure">
            <input
              type="checkbox"
              checked={isAccepted}
              onChange={({ currentTarget }) => {
                clear()
                setAccepted(currentTarget.checked)
              }}
            />
            <span>I know the contract, and want to build this although nothing proves that it is genuine.</span>
          </label>
        ) : null}
      </section>
      <WalletStep signIn={signIn} />
      {session ? (
        <div class="try-actions">
          <button type="button" class="button" disabled={isBusy} onClick={() => void build()}>
            Build it now
          </button>
        </div>
      ) : null}
      <Outcome
        exchange={exchange}
        session={session}
        sending={sending}
        request={{ path, base, body }}
        rebuild={() => void build()}
        again={() => {
          clear()
          renewKey()
        }}
        about={(built) => <Contracts base={base} built={built} />}
      />
    </>
  )
}
