/** A state, and since when in unix milliseconds; it lasts until the next. */
export interface UptimeRun {
  readonly from: number
  readonly state: string
}

const DAY_MS = 86_400_000
const WIDTH = 1440
const HEIGHT = 24
/** How high a state stands: the worse, the higher, so that the picture does not depend on its colors. */
const HEIGHTS: Readonly<Record<string, number>> = { ok: 14, degraded: 19, down: HEIGHT }
const LOW = 4

/** The states of a day as a strip. What is not known is low and grey: it is never drawn as working. */
export function Uptime({ runs, now }: { readonly runs: readonly UptimeRun[]; readonly now: number }) {
  const from = now - DAY_MS
  const spans = runs.map(({ from: start, state }, at) => ({
    state,
    start: Math.max(start, from),
    end: runs[at + 1]?.from ?? now,
  }))
  return (
    <svg
      class="uptime"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height={HEIGHT}
      role="img"
      aria-label={`Last 24 hours: ${wordsOf(spans)}`}
    >
      {spans.map(({ state, start, end }) => {
        const height = HEIGHTS[state] ?? LOW
        return (
          <rect
            class={`run ${state}`}
            x={((start - from) / DAY_MS) * WIDTH}
            y={HEIGHT - height}
            width={Math.max(1, ((end - start) / DAY_MS) * WIDTH)}
            height={height}
          >
            <title>{`${state.replace('_', ' ')} from ${timeOf(start)} to ${timeOf(end)}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}

interface Span {
  readonly state: string
  readonly start: number
  readonly end: number
}

/** How long each state lasted: `ok 23 h 55 min, down 5 min`. */
function wordsOf(spans: readonly Span[]): string {
  const sums = new Map<string, number>()
  for (const { state, start, end } of spans) sums.set(state, (sums.get(state) ?? 0) + end - start)
  return [...sums].map(([state, ms]) => `${state.replace('_', ' ')} ${durationOf(ms)}`).join(', ')
}

function durationOf(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  return [hours > 0 ? `${hours} h` : '', minutes % 60 > 0 || hours === 0 ? `${minutes % 60} min` : ''].join(' ').trim()
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(11, 16)
