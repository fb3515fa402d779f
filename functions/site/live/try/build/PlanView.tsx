import { Words } from '../../../pages/shell/Text.tsx'
import { Seconds } from '../answer/Seconds.tsx'
import type { Built, Described } from './Built.ts'

interface PlanViewProps {
  readonly built: Built
  onExpired(): void
}

/** The plan in words: each call in its order, issues, the simulation, and the expiry. */
export function PlanView({ built, onExpired }: PlanViewProps) {
  const { approvals, issues, simulation, warnings, expiresAt, expiresAtBlock, checkedAt } = built
  const steps = [...approvals, built]
  const orBlock = expiresAtBlock === undefined ? '' : `, or at block ${expiresAtBlock}`
  return (
    <>
      <ol class={`try-steps${steps.length === 1 ? ' is-single' : ''}`}>
        {steps.map((step, index) => (
          <li>
            <p>
              {index < approvals.length ? <span class="badge">approval first</span> : null} {step.description}
            </p>
            <RawCall call={step} />
          </li>
        ))}
      </ol>
      {issues.length === 0 ? null : (
        <div class="note bad">
          <p>
            <b>{issues.length === 1 ? 'A reason not to send it' : `${issues.length} reasons not to send it`}</b>
          </p>
          <ul>
            {issues.map(({ code, message }) => (
              <li>
                <code>{code}</code> <Words text={message} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Simulated simulation={simulation} />
      <Effects built={built} />
      {warnings.length === 0 ? null : (
        <ul class="note warn">
          {warnings.map((warning) => (
            <li>
              <Words text={warning} />
            </li>
          ))}
        </ul>
      )}
      <p class="try-about">
        {expiresAt === undefined ? null : (
          <Seconds
            count={expiresAt - checkedAt}
            left={(seconds) => `Expires in ${lengthOf(seconds)}${orBlock}.`}
            over="Expired."
            onOver={onExpired}
          />
        )}
        {expiresAt === undefined && expiresAtBlock !== undefined ? `Expires at block ${expiresAtBlock}.` : null}
      </p>
    </>
  )
}

function Simulated({ simulation: { status, gas, message, fix } }: Pick<Built, 'simulation'>) {
  if (status === 'ok')
    return (
      <p class="note">The simulation succeeded{gas === '' ? '' : `, with ${Number(gas).toLocaleString('en')} gas`}.</p>
    )
  if (status !== 'revert')
    return <p class="note warn">No node could run the simulation, so it is not known whether this succeeds.</p>
  return (
    <div class="note bad">
      <p>The simulation reverts:</p>
      <p>
        <code>{message}</code>
      </p>
      {fix === '' ? null : (
        <p>
          <Words text={fix} />
        </p>
      )}
    </div>
  )
}

function Effects({ built: { effects, effectsUnavailable } }: Pick<PlanViewProps, 'built'>) {
  if (!effects) return <p class="note warn">What it changes is not known: {effectsUnavailable}.</p>
  if (effects.length === 0) return <p class="note">It changes no balance, allowance, lock, vote, bid or loan.</p>
  return (
    <div class="note">
      <p>
        <b>What it changes</b>
      </p>
      <ul>
        {effects.map(({ text, isCertain, reason }) => (
          <li>
            {text}. {isCertain || reason === '' ? null : <small>Not certain: {reason}.</small>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function RawCall({ call: { to, data, value, function: signature } }: { readonly call: Described }) {
  return (
    <details class="try-raw">
      <summary>
        <code>{signature.slice(0, signature.indexOf('(')) || 'call'}</code>
      </summary>
      <dl class="try-facts">
        {[
          ['Function', signature],
          ['To', to],
          ['Value', `${value} wei`],
          ['Data', data],
        ].map(([term, text]) => (
          <div>
            <dt>{term}</dt>
            <dd>
              <code>{text}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** A length of time in its two largest units. */
function lengthOf(seconds: number): string {
  const [minutes, hours, days] = [seconds / 60, seconds / 3600, seconds / 86_400].map(Math.floor)
  if (days) return `${days} d ${(hours ?? 0) % 24} h`
  return hours ? `${hours} h ${(minutes ?? 0) % 60} min` : minutes ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
}
