import type { Faults } from '../request/toRequest.ts'
import type { Field } from '../spec/TryOperation.ts'
import { AmountInput } from './AmountInput.tsx'
import { FieldInput } from './FieldInput.tsx'
import { FieldRow } from './FieldRow.tsx'

interface FieldsProps {
  readonly fields: readonly Field[]
  readonly values: Readonly<Record<string, string>>
  /** Initial values of the form: these fields are in view. */
  readonly initial: Readonly<Record<string, string>>
  /** Keys of the values that are the link's. */
  readonly linked: readonly string[]
  readonly faults: Faults
  change(values: Readonly<Record<string, string>>): void
}

/** Id of the input of a field. */
export const idOf = (key: string): string => `try-${key.replace('/', '-')}`

/** Inputs for fields. The optional ones without a value are folded. */
export function Fields({ fields, values, initial, linked, faults, change }: FieldsProps) {
  const row = (field: Field) => {
    const { key, decimal } = field
    const id = idOf(key)
    const fault = faults[key] ?? (decimal && faults[decimal.key])
    const isWrong = fault !== undefined
    const isLinked = linked.includes(key) || (decimal !== undefined && linked.includes(decimal.key))
    const state = { id, isWrong, isLinked }
    return (
      <FieldRow
        key={key}
        field={decimal ? { ...field, description: '' } : field}
        id={id}
        fault={fault}
        isLinked={isLinked}
      >
        {decimal ? (
          <AmountInput {...state} field={field} decimal={decimal} values={values} change={change} />
        ) : (
          <FieldInput {...state} field={field} value={values[key] ?? ''} change={(value) => change({ [key]: value })} />
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
