const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The value of a JSON text in UTF-8 (RFC 8259). Throws an Error for anything else. */
export const parseJson = (bytes: Uint8Array): unknown => JSON.parse(UTF8.decode(bytes))
