/** While the description of the operation is read. */
export function Loading() {
  return (
    <p class="try-wait" role="status">
      Loading the form…
    </p>
  )
}

interface FailedProps {
  readonly spec: string
  retry(): void
}

/** The description could not be read, so there is no form. */
export function Failed({ spec, retry }: FailedProps) {
  return (
    <div class="note bad" role="alert">
      <p>
        The form could not be made, because <a href={spec}>the description of this operation</a> could not be read.
      </p>
      <button type="button" class="button quiet" onClick={retry}>
        Try again
      </button>
    </div>
  )
}
