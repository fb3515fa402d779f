import type { ReadOutside } from './ReadOutside.ts'

/** Reads documents that are in their URI (`data:`, RFC 2397), and no others. */
export const readEmbedded: ReadOutside = async (uri) => {
  const [, head, content] = /^data:([^,]*),(.*)$/is.exec(uri) ?? []
  try {
    if (head !== undefined && content !== undefined) {
      const bytes = /;\s*base64$/i.test(head)
        ? Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
        : new TextEncoder().encode(decodeURIComponent(content))
      return { ok: true, finalUrl: uri, status: 200, contentType: head, bytes }
    }
  } catch {
    // It is not base64, or not percent-encoded UTF-8.
  }
  return { ok: false, failure: 'refused', finalUrl: null, status: null, detail: 'this URI is not read' }
}
