import * as z from 'zod'
import { bytes } from '../fields.ts'
import { imageId } from './answers.ts'
import { operation } from '../operation.ts'

/** Longest image that is fetched from another site, in bytes. */
export const MAX_EXTERNAL_BYTES = 2_097_152
const PICTURES = {
  'image/png': bytes('PNG'),
  'image/jpeg': bytes('JPEG'),
  'image/webp': bytes('WebP'),
  'image/avif': bytes('AVIF'),
}

/** Images as bytes: stored images, and images of other sites. */
export const imageFiles = {
  getImageFile: operation({
    operationId: 'getImageFile',
    method: 'get',
    path: '/image/files/{assetId}',
    tags: ['image'],
    summary: 'Get a stored image',
    description:
      'Returns the bytes of a project’s image. It needs no credential: everyone who knows the id can see the image. Ids are random and only shown to the owner. Deleted images are 404. With `Accept: application/json` it returns media type and size.',
    'x-limit': 'read',
    'x-answer': 'media',
    'x-errors': ['image_not_found', 'store_unavailable'],
    'x-needs': {},
    request: { params: z.object({ assetId: imageId('The image') }) },
    responses: {
      200: {
        description: 'The image',
        content: {
          ...PICTURES,
          'application/json': {
            schema: z
              .object({
                contentType: z.string().meta({ description: 'Media type of the file', example: 'image/png' }),
                width: z.int().meta({ description: 'Width in pixels', example: 1024 }),
                height: z.int().meta({ description: 'Height in pixels', example: 1024 }),
                bytes: z.int().meta({ description: 'Size of the file, in bytes', example: 48_213 }),
              })
              .meta({ id: 'ImageFile', description: 'Answer to `Accept: application/json`' }),
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
    summary: 'Fetch an image of another site',
    description: `Fetches a public image of at most ${MAX_EXTERNAL_BYTES} bytes, in at most 8 seconds and with at most three redirects, from public addresses only, so that the other site does not see the reader. Checked like an upload and served without metadata; of a GIF the first frame. SVG is refused.`,
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
          .regex(/^[hH][tT][tT][pP][sS]?:\/\/\S/, 'must be an http or https URL')
          .meta({
            description: 'URL of the image: http or https on the default port, or https on port 8443',
            example: 'https://pictures.example/lantern.png',
          }),
      }),
    },
    responses: {
      200: {
        description: 'The image; caches may keep it for an hour',
        content: {
          ...PICTURES,
          'image/gif': bytes('GIF with one frame'),
          'application/json': {
            schema: z
              .object({
                contentType: z.string().meta({ description: 'Media type of the image', example: 'image/png' }),
                dataUri: z.string().meta({
                  description: 'The image as a data: URI in base64',
                  example: 'data:image/png;base64,iVBORw0KGgo=',
                }),
              })
              .meta({ id: 'ExternalImage', description: 'Answer to `Accept: application/json`' }),
          },
        },
      },
    },
  }),
}
