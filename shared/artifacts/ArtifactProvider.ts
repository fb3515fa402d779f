import type { StoredArtifact } from './ArtifactStorage.ts'

/** Location of an object, which follows from its storage key. */
export type Location = Pick<StoredArtifact, 'uri' | 'gatewayUrl' | 'storageKey' | 'statusUrl'>

export interface Content {
  readonly bytes: Uint8Array
  /** As it was stored; undefined if the provider does not say. */
  readonly contentType: string | undefined
}

export interface ArtifactProvider {
  readonly name: 'r2' | 'immutable'
  /** Undefined for a key of another provider. */
  locationOf(storageKey: string): Location | undefined
  /**
   * Stores an object, and reads it back. `sha256` has 64 hex digits. Throws StorageUnavailable, or any other Error,
   * where it is not there afterwards, byte for byte.
   */
  put(object: { readonly bytes: Uint8Array; readonly contentType: string; readonly sha256: string }): Promise<Location>
  /** The stored content; undefined if there is nothing. Throws an Error if it cannot be read. */
  read(storageKey: string): Promise<Content | undefined>
}

/** Nothing was stored; the message is a sentence for people, without what the provider said. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}
