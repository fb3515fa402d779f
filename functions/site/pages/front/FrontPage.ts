import type { Highlighted } from '../shell/Highlighted.ts'

/** A first call, in one language. */
export interface FirstCall {
  readonly name: string
  readonly code: Highlighted
}

/** What the front page shows besides what it reads in the browser. */
export interface FrontPage {
  readonly chainId: number
  /** Launch arms of the chain, whose current auctions are shown. */
  readonly launchArms: readonly string[]
  /** Operations by what they do. */
  readonly counts: { readonly reads: number; readonly builders: number; readonly writes: number }
  readonly calls: readonly FirstCall[]
}
