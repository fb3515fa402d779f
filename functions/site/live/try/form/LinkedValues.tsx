import type { useForm } from './useForm.ts'

/** Values that the link to the page brought, and one control that confirms them: a stranger wrote the link, and may want to be paid. */
export function LinkedValues({ form }: { readonly form: ReturnType<typeof useForm> }) {
  const { linked, values, isConfirmed, setConfirmed } = form
  if (linked.length === 0) return null
  return (
    <section class="note warn try-linked" aria-label="Values from the link">
      <p>
        <b>The link to this page filled in these values.</b> This service did not choose them. A wrong address or amount
        can cost what the wallet holds.
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
        <span>I have checked the values from the link and want to use them.</span>
      </label>
    </section>
  )
}
