/** Stores one text, which is opaque to the store. Keep the text secret: it is a credential. */
export interface TokenStore {
  /** Returns the stored text, or null. */
  get(): string | null | Promise<string | null>
  /** Replaces the stored text; null removes it. */
  set(text: string | null): void | Promise<void>
}

/** Stores the text in memory, for as long as the program runs. */
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
 * Stores the text in Web Storage: `localStorage` unless another storage is given. Scripts of the page can read it. In a browser the
 * session itself is a cookie, which scripts cannot read; the text then has its address and no token.
 *
 * Throws what the storage throws, for example if the page may not use it.
 */
export const webStore = (key = 'creator-vault', storage: Storage = localStorage): TokenStore => ({
  get: () => storage.getItem(key),
  set: (text) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)),
})
