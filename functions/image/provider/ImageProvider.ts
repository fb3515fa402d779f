/** An image that the generator is to work from. */
export interface Source {
  readonly bytes: Uint8Array
  readonly contentType: string
}

export interface ImageRequest {
  readonly prompt: string
  /** What it is to edit, the subject before its frame; empty to make an image from the prompt alone. */
  readonly sources: readonly Source[]
}

/** An image generator. */
export interface ImageProvider {
  /** The bytes of one image, whatever they are. Throws ProviderFailure. */
  make(request: ImageRequest): Promise<Uint8Array>
}
