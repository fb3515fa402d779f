import type { Memory } from '../../../shared/cache/Memory.ts'
import type { ArtworkSources } from './fetchArtwork.ts'
import { loadArtwork, type LoadedArtwork } from './loadArtwork.ts'

/** The picture that a coin's `contractURI` declares; see loadArtwork. */
export type ArtworkLoader = (contractUri: string | null) => Promise<LoadedArtwork>

const keptMs = 600_000
/** Seconds until a failing host is tried again. */
export const retrySeconds = 300
/** Share of the isolate's memory. */
const keptBytes = 2 * 1024 * 1024
/** A longer document contains its picture itself, and reading it costs no request. */
const maxPointer = 4096

/** Loads pictures for an isolate, and caches those that may have come over the network. */
export function createArtworkLoader(
  sources: ArtworkSources,
  { memory, now }: { memory: Memory; now: () => number },
): ArtworkLoader {
  const kept = memory.cache<LoadedArtwork>(keptBytes, ({ artwork }) => artwork?.dataUri.length ?? 0)
  return async (contractUri) => {
    if (contractUri === null || contractUri.length > maxPointer) return loadArtwork(contractUri, sources)
    const found = kept.get(contractUri)
    if (found) return found
    const loaded = await loadArtwork(contractUri, sources)
    kept.set(contractUri, loaded, now() + (loaded.isTransient ? retrySeconds * 1000 : keptMs))
    return loaded
  }
}
