import type { Address } from 'viem'

/** Where a person looks at an address (ERC-3091); null without an explorer or an address. */
export const explorerLink =
  (explorer: string | undefined) =>
  (address: Address | null): string | null =>
    explorer && address ? `${explorer}/address/${address}` : null
