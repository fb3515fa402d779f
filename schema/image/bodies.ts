import * as z from 'zod'
import { imageId, MAX_IMAGE_BYTES } from './answers.ts'

/** Characters of the longest image in base64. */
const MAX_BASE64 = 4 * Math.ceil(MAX_IMAGE_BYTES / 3)

const requestId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -')
  .optional()
  .meta({
    description:
      'Id that the caller chooses, in place of an Idempotency-Key: the same id and content return the first answer, without a time limit',
    example: 'req-1',
  })

/** Text on one line, without control characters. */
const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\S(.*\S)?$/, 'must be one line of text, without blanks at its start and end')
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters')

export const ImageProjectCreation = z
  .object({ name: line(80).meta({ description: 'Name of the project', example: 'Aurora cover' }), requestId })
  .meta({ id: 'ImageProjectCreation' })

export const ImageProjectDeletion = z
  .object({ projectId: imageId('The project to delete') })
  .meta({ id: 'ImageProjectDeletion' })

export const ImageUpload = z
  .object({
    projectId: imageId('Project of the image'),
    role: z.enum(['frame', 'subject']).meta({
      description: 'subject: the main motif; frame: an image to put around the subject',
      example: 'subject',
    }),
    contentType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/avif']).meta({
      description: 'Media type of the file; the bytes are checked and must match',
      example: 'image/png',
    }),
    // The bound of the body is larger than this one; an image over its bound is 413 like the body.
    data: z.string().meta({
      description: `The file in base64 (RFC 4648), also with a data: prefix or line ends; at most ${MAX_IMAGE_BYTES} decoded bytes, which are ${MAX_BASE64} characters`,
      example: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
    }),
  })
  .meta({ id: 'ImageUpload' })

export const ImageGeneration = z
  .object({
    projectId: imageId('Project of the result'),
    instruction: z.string().min(1).max(2000).regex(/\S/, 'must not be blank').meta({
      description: 'Instruction for the generator: what the image shows',
      example: 'A lighthouse under northern lights, flat colours',
    }),
    stylePreset: line(64)
      .optional()
      .meta({ description: 'Name of a style that the generator knows', example: 'poster' }),
    brandContext: z
      .array(z.string().min(1).max(200))
      .max(10)
      .default([])
      .meta({ description: 'Notes about the brand for the generator', example: ['Deep blue and white'] }),
    frameAssetId: imageId('An image of this project with the role frame').optional(),
    subjectAssetId: imageId('An image of this project with the role subject').optional(),
    requestId,
  })
  .meta({ id: 'ImageGeneration' })
