import type { Faults } from '../request/toRequest.ts'
import type { Field } from '../spec/TryOperation.ts'
import { AmountInput } from './AmountInput.tsx'
import { FieldInput } from './FieldInput.tsx'
import { FieldRow } from './FieldRow.tsx'

interface FieldsProps {
  readonly fields: readonly Field[]
  readonly values: Readonly<Record<string, string>>
  /** What the form began with: these fields are in view. */
  readonly initial: Readonly<Record<string, string>>
  readonly faults: Faults
  change(values: Readonly<Record<string, string>>): void
}

/** Id of the input of a field. */
export const idOf = (key: string): string => `try-${key.replace('/', '-')}`

/** Inputs for fields. The optional ones without a value are folded. */
export function Fields({ fields, values, initial, faults, change }: FieldsProps) {
  const row = (field: Field) => {
    const { key, decimal } = field
    const id = idOf(key)
    const fault = faults[key] ?? (decimal && faults[decimal.key])
    const isWrong = fault !== undefined
    return (
      <FieldRow key={key} field={decimal ? { ...field, description: '' } : field} id={id} fault={fault}>
        {decimal ? (
          <AmountInput field={field} decimal={decimal} id={id} values={values} isWrong={isWrong} change={change} />
        ) : (
          <FieldInput
            field={field}
            id={id}
            value={values[key] ?? ''}
            isWrong={isWrong}
            change={(value) => change({ [key]: value })}
          />
        )}
      </FieldRow>
    )
  }
  const isFirst = ({ isRequired, decimal, key }: Field) => isRequired || decimal !== undefined || key in initial
  const more = fields.filter((field) => !isFirst(field))
  return (
    <>
      {fields.filter(isFirst).map(row)}
      {more.length === 0 ? null : (
        <details class="try-more" open={more.some(({ key }) => key in faults)}>
          <summary>
            {more.length === 1 ? 'One optional field' : `${more.length} optional fields`}
            <span class="try-type"> {more.map(({ name }) => name).join(', ')}</span>
          </summary>
          {more.map(row)}
        </details>
      )}
    </>
  )
}
