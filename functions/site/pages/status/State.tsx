/** The sign of a state, and its name: never the color alone. */
export const State = ({ state, isNamed = false }: { readonly state: string; readonly isNamed?: boolean }) => (
  <span class={`state ${state}`}>
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      {state === 'down' ? (
        <path d="M1 1l8 8M9 1 1 9" />
      ) : state === 'degraded' ? (
        <path d="M5 1 9.5 9h-9z" />
      ) : (
        <circle cx="5" cy="5" r="4" />
      )}
    </svg>
    {isNamed ? state.replace('_', ' ') : null}
  </span>
)
