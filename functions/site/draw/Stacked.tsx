import { rounded } from './scale.ts'

/** A part of a whole. */
export interface Share {
  readonly name: string
  readonly value: number
}

interface StackedProps {
  readonly label: string
  readonly parts: readonly Share[]
}

/** Parts of a whole side by side, as wide as their share, with a tone each in the order of their names. */
export function Stacked({ label, parts }: StackedProps) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  let from = 0
  return (
    <svg class="stacked" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect class="bar-rest" width="100" height="10" />
      {parts.map(({ value }, i) => {
        const width = whole > 0 ? (value / whole) * 100 : 0
        const x = from
        from += width
        return <rect class={`tone-${i % TONES}`} x={rounded(x)} width={rounded(width)} height="10" />
      })}
    </svg>
  )
}

/** Tones in the sheet. */
export const TONES = 5

/** The sample of a tone, beside the name of its part. */
export function Tone({ index }: { readonly index: number }) {
  return (
    <svg class="tone" viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
      <rect class={`tone-${index % TONES}`} width="10" height="10" rx="2" />
    </svg>
  )
}
