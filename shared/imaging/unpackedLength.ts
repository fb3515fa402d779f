/**
 * How many bytes zlib data (RFC 1950) unpacks to; null if it is broken, cut off or followed by more. Once there are more
 * than `most`, no more is unpacked.
 */
export async function unpackedLength(packed: readonly Uint8Array[], most: number): Promise<number | null> {
  const whole = new Blob(packed.map((part) => part.slice()))
  let length = 0
  try {
    for await (const chunk of whole.stream().pipeThrough(new DecompressionStream('deflate'))) {
      length += chunk.byteLength
      if (length > most) return length
    }
  } catch {
    return null
  }
  return length
}
