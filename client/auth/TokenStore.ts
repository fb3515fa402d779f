/** Where a sign-in is kept: one text, which means nothing to the store. Keep it secret, because it signs in. */
export interface TokenStore {
  /** The text; null if there is none. */
  get(): string | null | Promise<string | null>
  /** Keeps a text in the place of the one before; null removes it. */
  set(text: string | null): void | Promise<void>
}

/** A store that ends with the program. */
export function memoryStore(): TokenStore {
  let kept: string | null = null
  return {
    get: () => kept,
    set: (text) => {
      kept = text
    },
  }
}

/**
 * A store of pages: Web Storage, `localStorage` unless another is given. Scripts of the page can read it; a browser's session is a
 * cookie that they cannot read, of which the store keeps only whose it is.
 *
 * Throws what the storage throws, for example if the page may not use it.
 */
export const webStore = (key = 'creator-vault', storage: Storage = localStorage): TokenStore => ({
  get: () => storage.getItem(key),
  set: (text) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)),
})
