import { z } from '@hono/zod-openapi'
import { imageId, MAX_IMAGE_BYTES } from './answers.ts'

/** Characters of the longest image in base64. */
const MAX_BASE64 = 4 * Math.ceil(MAX_IMAGE_BYTES / 3)

const requestId = z
  .string()
  .regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1 to 128 of the characters A-Z a-z 0-9 . _ : -')
  .optional()
  .openapi({
    description: 'Makes it safe to repeat: sent again with the same content, it gets the first answer again',
    example: 'req-1',
  })

/** Text on one line, without control characters. */
const line = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\S(.*\S)?$/, 'must be text on one line, without blanks at its ends')
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), 'must not contain control characters')

export const ImageProjectCreation = z
  .object({ name: line(80).openapi({ description: 'What to call it', example: 'Aurora cover' }), requestId })
  .openapi('ImageProjectCreation')

export const ImageProjectDeletion = z
  .object({ projectId: imageId('The project to delete') })
  .openapi('ImageProjectDeletion')

export const ImageUpload = z
  .object({
    projectId: imageId('The project that it belongs to'),
    role: z.enum(['frame', 'subject']).openapi({
      description: 'subject: what is to be shown; frame: what is to be around it',
      example: 'subject',
    }),
    contentType: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/avif']).openapi({
      description: 'What the bytes are; they are looked at, and must agree',
      example: 'image/png',
    }),
    // The bound of the body stands above this one; what is longer than an image may be is 413 like the body.
    data: z.string().openapi({
      description: `The file in base64 (RFC 4648, section 4), without a data: prefix; at most ${MAX_IMAGE_BYTES} bytes when decoded, ${MAX_BASE64} characters`,
      example: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
    }),
  })
  .openapi('ImageUpload')

export const ImageGeneration = z
  .object({
    projectId: imageId('The project that the result goes to'),
    instruction: z.string().min(1).max(2000).regex(/\S/, 'must say something').openapi({
      description: 'What the image is to show',
      example: 'A lighthouse under northern lights, flat colours',
    }),
    stylePreset: line(64)
      .optional()
      .openapi({ description: 'A style that the generator knows by name', example: 'poster' }),
    brandContext: z
      .array(z.string().min(1).max(200))
      .max(10)
      .default([])
      .openapi({ description: 'What to bear in mind about the brand', example: ['Deep blue and white'] }),
    frameAssetId: imageId('An image of this project whose role is frame').optional(),
    subjectAssetId: imageId('An image of this project whose role is subject').optional(),
    requestId,
  })
  .openapi('ImageGeneration')
