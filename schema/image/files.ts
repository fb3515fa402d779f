import { z } from '@hono/zod-openapi'
import { imageId } from './answers.ts'
import { operation } from '../operation.ts'

/** Longest image that is fetched from another site, in bytes. */
export const MAX_EXTERNAL_BYTES = 2_097_152

const bytes = (description: string) => ({
  schema: z.string().openapi({ type: 'string', format: 'binary', description }),
})
const PICTURES = {
  'image/png': bytes('PNG'),
  'image/jpeg': bytes('JPEG'),
  'image/webp': bytes('WebP'),
  'image/avif': bytes('AVIF'),
}

/** Images as bytes: those that are stored here, and those of other sites. */
export const imageFiles = {
  getImageFile: operation({
    operationId: 'getImageFile',
    method: 'get',
    path: '/image/files/{assetId}',
    tags: ['image'],
    summary: 'A stored image',
    description:
      'The bytes of an image of a project, for whoever knows its id: ids are random, are shown to the owner alone, and stand for nothing once the image is deleted. With `Accept: application/json` it answers what the image is.',
    'x-limit': 'read',
    'x-answer': 'media',
    'x-errors': ['image_not_found', 'store_unavailable'],
    'x-needs': {},
    request: { params: z.object({ assetId: imageId('The image') }) },
    responses: {
      200: {
        description: 'The image, never shown as anything else',
        content: {
          ...PICTURES,
          'application/json': {
            schema: z
              .object({
                contentType: z.string().openapi({ description: 'What the bytes are', example: 'image/png' }),
                width: z.int().openapi({ description: 'Pixels from left to right', example: 1024 }),
                height: z.int().openapi({ description: 'Pixels from top to bottom', example: 1024 }),
                bytes: z.int().openapi({ description: 'Length of the file', example: 48_213 }),
              })
              .openapi('ImageFile', { description: 'To a client that accepts application/json' }),
          },
        },
      },
    },
  }),
  getExternalImage: operation({
    operationId: 'getExternalImage',
    method: 'get',
    path: '/image/external',
    tags: ['image'],
    summary: 'An image of another site, through this one',
    description: `Fetches a public image over http or https, so that a page can show it without its reader being known to that site: at most ${MAX_EXTERNAL_BYTES} bytes, 8 seconds and three redirects, at public addresses alone. It is checked like an upload, and served without metadata; of a GIF the first frame. SVG is refused, and so is anything that is not an image.`,
    'x-limit': 'imageExternal',
    'x-answer': 'media',
    'x-cache': { sMaxAge: 3600, staleWhileRevalidate: 3600 },
    'x-errors': [
      'image_url_refused',
      'image_not_found',
      'image_malformed',
      'image_not_supported',
      'image_too_large',
      'image_unreachable',
      'image_timeout',
      'upload_busy',
    ],
    'x-needs': {},
    request: {
      query: z.object({
        url: z
          .string()
          .max(2048)
          .regex(/^[hH][tT][tT][pP][sS]?:\/\//, 'must be an http or https URL')
          .openapi({
            description: 'Where the image is: http or https on the default port, or https on port 8443',
            example: 'https://pictures.example/lantern.png',
          }),
      }),
    },
    responses: {
      200: {
        description: 'The image, good for an hour',
        content: {
          ...PICTURES,
          'image/gif': bytes('GIF, one frame'),
          'application/json': {
            schema: z
              .object({
                contentType: z.string().openapi({ description: 'What the image is', example: 'image/png' }),
                dataUri: z.string().openapi({
                  description: 'The image as a data: URI in base64',
                  example: 'data:image/png;base64,iVBORw0KGgo=',
                }),
              })
              .openapi('ExternalImage', { description: 'To a client that accepts application/json' }),
          },
        },
      },
    },
  }),
}
