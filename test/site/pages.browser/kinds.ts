/** A kind of page, by one that is hard to fit: long words, wide tables, much code. */
export interface Kind {
  readonly name: string
  /** With `{role}` for the address of a contract of the local world. */
  readonly path: string
  /** Selector of a live part that has loaded. */
  readonly ready?: string
  /** Bytes as gzip of all that it loads, at most. */
  readonly bytes?: number
  readonly status?: number
}

/** Every kind of page. A new kind is a line. */
export const KINDS: readonly Kind[] = [
  { name: 'the front page', path: '/', ready: '.live-of-vaults .figure' },
  { name: 'the reference', path: '/docs' },
  { name: 'a family', path: '/docs/families/build' },
  { name: 'a read', path: '/docs/operations/getVaultReport' },
  { name: 'a builder', path: '/docs/operations/buildVetokenLock' },
  { name: 'an operation that pages do not call', path: '/docs/operations/ingestRuntimeRecord' },
  { name: 'the vaults', path: '/vaults' },
  { name: 'the auctions', path: '/auctions' },
  { name: 'the agents', path: '/agents' },
  { name: 'a vault', path: '/vault/{vault}', bytes: 64_000 },
  { name: 'an auction', path: '/auction/{launchArm}' },
  { name: 'an agent', path: '/agent/0' },
  { name: 'the guides', path: '/docs/guides' },
  { name: 'a guide', path: '/docs/guides/deployment' },
  { name: 'a generated guide', path: '/docs/guides/configuration' },
  { name: 'the concepts', path: '/docs/concepts' },
  { name: 'the errors', path: '/docs/errors' },
  { name: 'an error', path: '/docs/errors/idempotency_key_reused' },
  { name: 'the changelog', path: '/docs/changelog' },
  { name: 'a review', path: '/review#buildVetokenUnlock:e30', ready: '[data-review] .try-wallet' },
  { name: 'the status', path: '/status', ready: '.uptime' },
  { name: 'a page that is not there', path: '/docs/nothing', ready: '.search-here input', status: 404, bytes: 120_000 },
]

/** Bytes of a page of the documentation, if its kind does not say otherwise. */
export const PAGE_BYTES = 60_000
/** Most of the screen that may move without the visitor (Layout Instability, section 3.2). */
export const MOST_SHIFT = 0.02
