/** Nothing was stored; the message is a sentence for people, without what the provider said. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}
