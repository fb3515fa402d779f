import type { TryOperation } from '../spec/TryOperation.ts'
import { RAW } from '../request/toRequest.ts'
import { Fields } from './Fields.tsx'
import type { useForm } from './useForm.ts'

interface FormViewProps {
  readonly operation: TryOperation
  readonly form: ReturnType<typeof useForm>
}

/** The inputs of an operation: its parameters, and its body as fields or as JSON. */
export function FormView({ operation, form }: FormViewProps) {
  const { fields, body, initial } = operation
  const { values, raw, faults, linked, change, changeRaw, toggleRaw } = form
  const shown = raw === undefined ? fields : fields.filter(({ part }) => part !== 'body')
  const fault = faults[RAW]
  return (
    <>
      {body === 'fields' ? (
        <p class="try-mode">
          <button type="button" class="try-link" onClick={toggleRaw}>
            {raw === undefined ? 'Write the body as JSON' : 'Use the form'}
          </button>
        </p>
      ) : null}
      <Fields fields={shown} values={values} initial={initial} linked={linked} faults={faults} change={change} />
      {raw === undefined ? null : (
        <div class="try-json">
          <label for="try-body">Body, as JSON</label>
          <textarea
            id="try-body"
            rows={Math.min(18, raw.split('\n').length + 1)}
            value={raw}
            spellcheck={false}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : 'try-body-fault'}
            onInput={({ currentTarget }) => changeRaw(currentTarget.value)}
          />
          {fault === undefined ? null : (
            <p class="try-fault" id="try-body-fault">
              The body {fault}
            </p>
          )}
          {Object.entries(faults).flatMap(([key, one]) =>
            key.startsWith('body/') ? [<p class="try-fault">{`${key.slice(5)}: ${one}`}</p>] : [],
          )}
        </div>
      )}
    </>
  )
}
