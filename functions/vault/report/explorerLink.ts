import type { Address } from 'viem'

/** Where a person looks at an address; null without an explorer or an address. Block explorers agree on this path (EIP-3091). */
export const explorerLink =
  (explorer: string | undefined) =>
  (address: Address | null): string | null =>
    explorer && address ? `${explorer}/address/${address}` : null
