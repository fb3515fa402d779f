import type { Sample } from '../reference/OperationPage.ts'

/** What the front page shows besides what it reads in the browser. */
export interface FrontPage {
  readonly chainId: number
  /** Launch arms of the chain, whose current auctions are shown. */
  readonly launchArms: readonly string[]
  /** Operations by what they do. */
  readonly counts: { readonly reads: number; readonly builders: number; readonly writes: number }
  /** A first call, in each language. */
  readonly calls: readonly Sample[]
}
