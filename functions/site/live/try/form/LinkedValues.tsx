import type { useForm } from './useForm.ts'

/** The values that the link to the page brought, which the visitor confirms: whoever wrote the link is a stranger, and names who is paid. */
export function LinkedValues({ form }: { readonly form: ReturnType<typeof useForm> }) {
  const { linked, values, isConfirmed, setConfirmed } = form
  if (linked.length === 0) return null
  return (
    <section class="note warn" aria-label="Values from the link">
      <p>
        <b>The link to this page filled in {linked.length === 1 ? 'a value' : `${linked.length} values`}.</b> This
        service did not choose {linked.length === 1 ? 'it' : 'them'}. A wrong address or amount can cost what the wallet
        holds.
      </p>
      <dl class="try-facts">
        {linked.map((key) => (
          <div key={key}>
            <dt>{key.slice(key.indexOf('/') + 1)}</dt>
            <dd>
              <code>{values[key] || 'empty'}</code>
            </dd>
          </div>
        ))}
      </dl>
      <label class="try-sure">
        <input
          type="checkbox"
          checked={isConfirmed}
          onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
        />
        <span>
          I have checked {linked.length === 1 ? 'this value' : 'these values'} and want to use{' '}
          {linked.length === 1 ? 'it' : 'them'}.
        </span>
      </label>
    </section>
  )
}
