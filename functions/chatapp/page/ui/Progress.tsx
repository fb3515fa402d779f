const STEPS = ['Chat app', 'E-mail', 'Code', 'Link']

/** The progress of the flow in four steps. */
export const Progress = ({ step, isDone }: { readonly step: number; readonly isDone: boolean }) => (
  <ol class="progress" aria-label="Progress">
    {STEPS.map((name, i) => {
      const isPast = isDone || i + 1 < step
      return (
        <li key={name} class={isPast ? 'past' : ''} aria-current={!isDone && i + 1 === step ? 'step' : undefined}>
          {name}
          {isPast && <span class="unseen"> (done)</span>}
        </li>
      )
    })}
  </ol>
)
