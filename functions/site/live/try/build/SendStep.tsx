import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Session } from '../wallet/Wallet.ts'
import { type Built, mismatchOf } from './Built.ts'
import { isExpired } from './isExpired.ts'
import { PlanView } from './PlanView.tsx'
import { useChain } from './useChain.ts'

interface SendStepProps {
  readonly built: Built
  readonly session: Session
  rebuild(): void
  send(): void
  readonly children?: ComponentChildren
}

/** The built plan, and the button that sends it. Nothing is sent unless the visitor presses it, twice if there is an issue. */
export function SendStep({ built, session, rebuild, send, children }: SendStepProps) {
  const [hasExpired, setExpired] = useState(false)
  const [isSure, setSure] = useState(false)
  const [isPressed, setPressed] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const { chainId, isSwitching, fault, change } = useChain(session)
  useEffect(() => title.current?.focus(), [built])
  const { issues, simulation } = built
  const isRisky = issues.length > 0 || simulation.status !== 'ok'
  const mismatch = mismatchOf(built, { from: session.address, chainId: session.chainId })
  const press = async () => {
    setPressed(true)
    if (await isExpired(session.wallet.provider, built)) setExpired(true)
    else send()
  }
  return (
    <section class="try-plan" aria-label="What would happen">
      <h3 tabIndex={-1} ref={title}>
        What would happen
      </h3>
      <PlanView built={built} onExpired={() => setExpired(true)} />
      {children}
      {mismatch ? (
        <p class="note bad">{mismatch}</p>
      ) : hasExpired ? (
        <div class="try-actions">
          <p class="note warn">This build has expired. Nothing of it can be sent.</p>
          <button type="button" class="button" onClick={rebuild}>
            Build again
          </button>
        </div>
      ) : chainId !== undefined && chainId !== built.chainId ? (
        <div class="try-actions">
          <p class="note warn">
            The wallet is on chain {chainId}; this transaction is for chain {built.chainId}. {fault}
          </p>
          <button type="button" class="button" disabled={isSwitching} onClick={change}>
            Switch to chain {built.chainId}
          </button>
        </div>
      ) : (
        <div class="try-actions">
          {isRisky ? (
            <label class="try-sure">
              <input
                type="checkbox"
                checked={isSure}
                onChange={({ currentTarget }) => setSure(currentTarget.checked)}
              />
              <span>
                {simulation.status === 'unavailable' && issues.length === 0
                  ? 'Its outcome is unknown. I want to send it anyway.'
                  : 'It may fail or lose money. I want to send it anyway.'}
              </span>
            </label>
          ) : null}
          <button
            type="button"
            class="button"
            disabled={isPressed || chainId === undefined || (isRisky && !isSure)}
            onClick={() => void press()}
          >
            {isRisky ? 'Send anyway with ' : 'Send with '}
            {session.wallet.name}
          </button>
          {chainId === undefined && fault ? <p class="try-fault">{fault}</p> : null}
          <p class="try-about">
            {session.wallet.signsAtOnce
              ? 'An account of this localnet signs at once.'
              : 'The wallet asks before it signs.'}{' '}
            This service sends nothing.
          </p>
        </div>
      )}
    </section>
  )
}
