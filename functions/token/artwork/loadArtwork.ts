import { type Artwork, maxArtworkBytes, sniffArtwork } from '../drawing/sniffArtwork.ts'
import { allowedUrl, type ArtworkSources, fetchArtwork } from './fetchArtwork.ts'
import { parseDataUri, parseCoinDocument, readCoinDocument } from './readCoinDocument.ts'
import type { Memory } from '../../../shared/cache/Memory.ts'

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

/** A coin's picture, or null; `isTransient` if a host failed, so that a later try may find one. */
interface LoadedArtwork {
  readonly artwork: Artwork | null
  readonly isTransient: boolean
}

const none: LoadedArtwork = { artwork: null, isTransient: false }
const maxDocumentBytes = 65_536
/** For the coin's document and its picture together. */
const TIMEOUT_MS = 3000

/**
 * The picture that a coin's `contractURI` declares (ERC-7572 `image`): from a `data:` URI, or from a host that the
 * deployment allows. Never throws: without a usable picture the caller draws a monogram.
 */
export async function loadArtwork(contractUri: string | null, sources: ArtworkSources): Promise<LoadedArtwork> {
  if (!contractUri) return none
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const read = async (uri: string, maxBytes: number): Promise<Uint8Array | null> => {
    const data = parseDataUri(uri)
    if (data) return data.bytes
    const url = allowedUrl(uri, sources)
    return url && fetchArtwork(url, sources, maxBytes, signal)
  }
  try {
    const document =
      readCoinDocument(contractUri) ??
      parseCoinDocument((await read(contractUri, maxDocumentBytes)) ?? new Uint8Array())
    if (!document?.image) return none
    const bytes = await read(document.image, maxArtworkBytes)
    return { artwork: bytes && (await sniffArtwork(bytes)), isTransient: false }
  } catch {
    return { artwork: null, isTransient: true }
  }
}
