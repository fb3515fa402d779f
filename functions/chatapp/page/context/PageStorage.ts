/** The part of `sessionStorage` that the page uses. */
export interface PageStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The browser's storage of this tab, or nothing that lasts where the browser denies it. */
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

/** An object that was stored as JSON; null where it is not one. */
export function readStored(storage: PageStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}
