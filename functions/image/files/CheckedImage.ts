/** Types of files that are taken, by their media types. */
export const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const
export type ImageType = (typeof TYPES)[number]

/** A picture that was checked, without metadata. Width and height are those that are shown, after any rotation. */
export interface Picture<T extends string = ImageType> {
  readonly contentType: T
  readonly width: number
  readonly height: number
  /** The file in parts, as it is stored. */
  readonly parts: readonly Uint8Array[]
}

/** The same as one file. */
export interface CheckedImage<T extends string = ImageType> extends Omit<Picture<T>, 'parts'> {
  readonly bytes: Uint8Array
}
