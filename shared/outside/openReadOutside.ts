import type { OutsideSettings } from './createReadOutside.ts'
import type { ReadOutside } from './ReadOutside.ts'

/** `createReadOutside`, whose parsers of addresses and content identifiers load with the first document that is read. */
export const openReadOutside =
  (settings: OutsideSettings): ReadOutside =>
  async (uri, bounds) =>
    (await import('./createReadOutside.ts')).createReadOutside(settings)(uri, bounds)
