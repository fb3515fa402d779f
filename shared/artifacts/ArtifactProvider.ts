import type { StoredArtifact } from './ArtifactStorage.ts'

/** Where an object is: all of it follows from its storage key. */
export type Place = Pick<StoredArtifact, 'uri' | 'gatewayUrl' | 'storageKey' | 'statusUrl'>

export interface Content {
  readonly bytes: Uint8Array
  /** As it was stored; undefined if the provider does not say. */
  readonly contentType: string | undefined
}

export interface ArtifactProvider {
  readonly name: 'r2' | 'immutable'
  /** Undefined for a key that is none of this provider's. */
  placeOf(storageKey: string): Place | undefined
  /**
   * Stores an object, and reads it back. `sha256` has 64 hex digits. Throws StorageUnavailable, or any other Error,
   * where it is not there afterwards, byte for byte.
   */
  put(object: { readonly bytes: Uint8Array; readonly contentType: string; readonly sha256: string }): Promise<Place>
  /** What is there; undefined if nothing is. Throws an Error if that cannot be told. */
  read(storageKey: string): Promise<Content | undefined>
}

/** Nothing was stored; the message is a sentence for people, without what the provider said. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}
