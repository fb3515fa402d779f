import type { Field } from '../spec/TryOperation.ts'

interface FieldInputProps {
  readonly field: Field
  readonly id: string
  readonly value: string
  readonly isWrong: boolean
  readonly isLinked: boolean
  change(value: string): void
}

/** The input for a value: a choice, JSON, or a text. */
export function FieldInput({ field, id, value, isWrong, isLinked, change }: FieldInputProps) {
  const { kind, choices, isRequired, description, example } = field
  const common = {
    id,
    'aria-invalid': isWrong,
    'aria-required': isRequired,
    'aria-describedby':
      [isWrong ? `${id}-fault` : '', isLinked ? `${id}-link` : '', description ? `${id}-about` : '']
        .filter(Boolean)
        .join(' ') || undefined,
  }
  if (kind === 'choice' || kind === 'boolean')
    return (
      <select {...common} value={value} onChange={({ currentTarget }) => change(currentTarget.value)}>
        <option value="">{isRequired ? 'choose' : 'not sent'}</option>
        {choices.map((choice) => (
          <option value={choice} selected={choice === value}>
            {choice}
          </option>
        ))}
      </select>
    )
  const text = {
    ...common,
    value,
    placeholder: example,
    spellcheck: false,
    autocomplete: 'off',
    autocapitalize: 'off',
  } as const
  if (kind === 'json')
    return <textarea {...text} rows={3} onInput={({ currentTarget }) => change(currentTarget.value)} />
  return (
    <input
      {...text}
      type="text"
      inputMode={kind === 'integer' ? 'numeric' : 'text'}
      onInput={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}
