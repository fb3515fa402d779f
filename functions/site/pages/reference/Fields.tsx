import { Name } from '../shell/Name.tsx'
import { Text } from '../shell/Text.tsx'
import type { Field, Shape } from './Field.ts'

/** The members of an object. Members of members are folded. */
export function Fields({ shape }: { readonly shape: Shape }) {
  return (
    <>
      {shape.fields.length === 0 ? null : (
        <ul class="fields">
          {shape.fields.map((field) => (
            <Row field={field} />
          ))}
        </ul>
      )}
      {shape.forms.map(({ title, shape: form }) => (
        <details class="form">
          <summary>
            <code>{title}</code>
          </summary>
          <Fields shape={form} />
        </details>
      ))}
    </>
  )
}

function Row({ field }: { readonly field: Field }) {
  const { name, type, isRequired, description, bounds, inner } = field
  const count = inner.fields.length + inner.forms.length
  return (
    <li>
      <p class="field">
        <code class="field-name">
          <Name name={name} />
        </code>{' '}
        <span class="field-type">{type}</span>
        {isRequired ? <span class="field-required"> required</span> : null}
        {bounds.map((bound) => (
          <span class="field-bound"> {bound}</span>
        ))}
      </p>
      {description.length === 0 ? null : (
        <p>
          <Text text={description} />
        </p>
      )}
      {count === 0 ? null : (
        <details>
          <summary>
            {count} {inner.forms.length > 0 ? 'forms' : count === 1 ? 'field' : 'fields'}
            <span class="visually-hidden"> of {name}</span>
          </summary>
          <Fields shape={inner} />
        </details>
      )}
    </li>
  )
}
