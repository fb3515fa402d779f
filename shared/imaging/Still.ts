/** A single picture in a file: what a decoder would make of it, and the bytes that it needs. */
export interface Still {
  readonly mediaType: 'image/png' | 'image/gif' | 'image/jpeg'
  /** Of the decoded picture, whatever another header says. */
  readonly width: number
  readonly height: number
  /** Bytes that a decoder unpacks, in all passes over the picture together. */
  readonly decodedBytes: number
  /** The picture alone: no further frames, no metadata that a decoder would unpack too. */
  readonly parts: readonly Uint8Array[]
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))
