import type { Hex } from 'viem'

/** The most bytes of a document. */
export const MAX_ARTIFACT_BYTES = 262_144

export type ArtifactKind = 'registration' | 'reputation-graph' | 'feedback' | 'image' | 'wallet-intelligence'

/** Bytes that are stored, and where they are found. */
export interface StoredArtifact {
  readonly sha256: Hex
  /** keccak-256 of the same bytes, which is what feedbackHash is. */
  readonly keccak256: Hex
  /** The URI that goes onchain. */
  readonly uri: string
  /** An https URL of the same bytes. */
  readonly gatewayUrl: string
  readonly storageKey: string
  /** URL of the provider's progress report; null for a provider without one. */
  readonly statusUrl: string | null
}

export type StorageResult =
  | { readonly status: 'stored'; readonly artifact: StoredArtifact }
  /** Nothing is stored; `error` is one sentence for people. */
  | { readonly status: 'unavailable'; readonly error: string }

/**
 * Stores documents permanently. The same bytes are stored once. A document is `stored` once it was read back and is the same,
 * byte for byte. An outage is an answer, not an error.
 */
export interface ArtifactStorage {
  store(document: {
    readonly bytes: Uint8Array
    /** One of contentTypes.ts. */
    readonly contentType: string
    readonly kind: ArtifactKind
    /** Principal that it is stored for. */
    readonly createdBy: string
    /** Of the request. With it, concurrent requests with the same bytes share one upload. */
    readonly waitUntil?: (work: Promise<unknown>) => void
  }): Promise<StorageResult>
}

/** Types that a browser may show: nothing that runs. */
const SHOWN = ['application/json', 'image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ArtifactContentType = (typeof SHOWN)[number]

/** A content type without its parameters if it is one that is stored and shown; else undefined. */
export function shownType(contentType: string): ArtifactContentType | undefined {
  const essence = (contentType.split(';')[0] ?? '').trim().toLowerCase()
  return SHOWN.find((type) => type === essence)
}
