import type { ComponentChildren } from 'preact'

interface Props {
  readonly label: string
  readonly busyLabel: string
  readonly isBusy: boolean
  /** The chat app shows its own button; Enter in the field still submits. */
  readonly isNative: boolean
  readonly onSubmit: () => void
  readonly children: ComponentChildren
}

/** A field and its button. A busy button stays focusable, so that the focus is not lost. */
export const Form = ({ label, busyLabel, isBusy, isNative, onSubmit, children }: Props) => (
  <form
    noValidate
    aria-busy={isBusy}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
    {!isNative && (
      <button type="submit" class="main" aria-disabled={isBusy}>
        {isBusy ? busyLabel : label}
      </button>
    )}
  </form>
)
