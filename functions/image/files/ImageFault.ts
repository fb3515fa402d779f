import type { ErrorCode } from '../../../schema/errors.ts'

/** Why a file is not taken: a code of the catalogue, and one sentence for people about the file. */
export class ImageFault extends Error {
  override readonly name = 'ImageFault'
  readonly code: ErrorCode & ('image_malformed' | 'image_not_supported' | 'image_too_large')

  constructor(code: ImageFault['code'], message: string) {
    super(message)
    this.code = code
  }
}

export const malformed = (message: string): ImageFault => new ImageFault('image_malformed', message)
export const notSupported = (message: string): ImageFault => new ImageFault('image_not_supported', message)
