import { useState } from 'preact/hooks'
import { plain } from '../json.ts'
import type { Field } from '../spec/TryOperation.ts'
import { FieldInput } from './FieldInput.tsx'

interface AmountInputProps {
  readonly field: Field
  readonly decimal: Field
  readonly id: string
  readonly values: Readonly<Record<string, string>>
  readonly isWrong: boolean
  readonly isLinked: boolean
  change(values: Readonly<Record<string, string>>): void
}

/** An amount in one of two units: a request has it once. Another unit begins empty, because its number means something else. */
export function AmountInput({ field, decimal, id, values, isWrong, isLinked, change }: AmountInputProps) {
  const [isWhole, setWhole] = useState(Boolean(values[decimal.key]))
  const current = isWhole ? decimal : field
  const { unit = 'base units' } = field
  return (
    <div class="try-amount">
      <FieldInput
        field={current}
        id={id}
        value={values[current.key] ?? ''}
        isWrong={isWrong}
        isLinked={isLinked}
        change={(value) => change({ [field.key]: '', [decimal.key]: '', [current.key]: value })}
      />
      <select
        aria-label={`Unit of ${field.name}`}
        value={isWhole ? 'whole' : 'base'}
        onChange={({ currentTarget }) => {
          setWhole(currentTarget.value === 'whole')
          change({ [field.key]: '', [decimal.key]: '' })
        }}
      >
        <option value="base" selected={!isWhole}>
          {unit}
        </option>
        <option value="whole" selected={isWhole}>
          whole tokens
        </option>
      </select>
      <p class="try-about" id={`${id}-about`}>
        {isWhole
          ? `Sent as ${decimal.name}, such as 1.5: the service reads the token’s decimals.`
          : `An integer: one token${unit === 'WAD' ? '' : ' of 18 decimals'} is 1 followed by 18 zeros.`}{' '}
        {plain(current.description)}
      </p>
    </div>
  )
}
