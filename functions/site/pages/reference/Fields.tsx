import { Name, Text } from '../shell/Text.tsx'
import type { Field, Shape } from './OperationPage.ts'

interface FieldsProps {
  readonly shape: Shape
  /** In an answer, most members are always there: then those that may be absent are marked, else those that must be sent. */
  readonly isAnswer?: boolean
}

/** The members of an object. Members of members are folded. */
export function Fields({ shape, isAnswer = false }: FieldsProps) {
  return (
    <>
      {shape.fields.length === 0 ? null : (
        <ul class="fields">
          {shape.fields.map((field) => (
            <Row field={field} isAnswer={isAnswer} />
          ))}
        </ul>
      )}
      {shape.forms.map(({ title, shape: form }) => (
        <details class="form">
          <summary>
            <code>{title}</code>
          </summary>
          <Fields shape={form} isAnswer={isAnswer} />
        </details>
      ))}
    </>
  )
}

function Row({ field, isAnswer }: { readonly field: Field; readonly isAnswer: boolean }) {
  const { name, type, isRequired, description, bounds, inner } = field
  const count = inner.fields.length + inner.forms.length
  return (
    <li>
      <p class="field">
        <code class="field-name">
          <Name name={name} />
        </code>{' '}
        <span class="field-type">{type}</span>
        {isRequired && !isAnswer ? <span class="field-required"> required</span> : null}
        {isAnswer && !isRequired ? <span class="field-bound"> may be absent</span> : null}
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
          <Fields shape={inner} isAnswer={isAnswer} />
        </details>
      )}
    </li>
  )
}
