import type { ArtworkSources } from './fetchArtwork.ts'
import { loadArtwork, type LoadedArtwork } from './loadArtwork.ts'

/** The picture that a coin's `contractURI` declares; see loadArtwork. */
export type ArtworkLoader = (contractUri: string | null) => Promise<LoadedArtwork>

const keptMs = 600_000
/** What a failing host is spared: seconds until it is asked again. */
export const retrySeconds = 300
const maxKept = 8
/** A longer document holds its picture itself, and reading it costs no request. */
const maxPointer = 4096

/** Loads pictures for an isolate, and remembers those that may have come over the network. */
export function createArtworkLoader(sources: ArtworkSources, now: () => number): ArtworkLoader {
  const kept = new Map<string, { readonly loaded: LoadedArtwork; readonly until: number }>()
  return async (contractUri) => {
    if (contractUri === null || contractUri.length > maxPointer) return loadArtwork(contractUri, sources)
    const found = kept.get(contractUri)
    if (found && now() < found.until) return found.loaded
    const loaded = await loadArtwork(contractUri, sources)
    kept.delete(contractUri)
    kept.set(contractUri, { loaded, until: now() + (loaded.isTransient ? retrySeconds * 1000 : keptMs) })
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return loaded
  }
}
