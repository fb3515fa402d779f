import { rounded } from './scale.ts'

/** A share of a whole as the length of a bar. `share` is from 0 to 1. */
export function Bar({ share }: { readonly share: number }) {
  return (
    <svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-rest" width="100" height="6" />
      <rect class="bar-part" width={rounded(Math.min(1, Math.max(0, share)) * 100)} height="6" />
    </svg>
  )
}
