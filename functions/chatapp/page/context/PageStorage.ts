/** The part of `sessionStorage` that the page uses. */
export interface PageStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The storage of this tab, or memory only if the browser denies storage. */
export function openStorage(storage: () => PageStorage): PageStorage {
  try {
    const opened = storage()
    const probe = 'chatapp-link.probe'
    opened.setItem(probe, '')
    opened.removeItem(probe)
    return opened
  } catch {
    const kept = new Map<string, string>()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    }
  }
}

/** A stored JSON value; null if it is not JSON. */
export function readStored(storage: PageStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
