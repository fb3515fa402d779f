import type { ComponentChildren } from 'preact'
import { plain } from '../json.ts'
import type { Field } from '../spec/TryOperation.ts'

interface FieldRowProps {
  readonly field: Field
  readonly id: string
  readonly fault: string | undefined
  /** Whether the link to the page brought its value. */
  readonly isLinked: boolean
  readonly children: ComponentChildren
}

/** A field: its name, type and description beside its input, and what is wrong with its value below. */
export function FieldRow({ field, id, fault, isLinked, children }: FieldRowProps) {
  const { name, type, isRequired, description } = field
  return (
    <div class={`try-field${fault === undefined ? '' : ' is-wrong'}`}>
      <div class="try-label">
        <label for={id}>
          <code>{name}</code>
        </label>
        <span class="try-type">
          {type}
          {isRequired ? <b>, required</b> : null}
        </span>
        {isLinked ? (
          <span class="badge" id={`${id}-link`}>
            from the link
          </span>
        ) : null}
      </div>
      <div class="try-input">
        {children}
        {fault === undefined ? null : (
          <p class="try-fault" id={`${id}-fault`}>
            {name} {fault}
          </p>
        )}
        {description === '' ? null : (
          <p class="try-about" id={`${id}-about`}>
            {plain(description)}
          </p>
        )}
      </div>
    </div>
  )
}
