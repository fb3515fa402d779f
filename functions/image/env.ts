import * as z from 'zod'
import { authVariables } from '../../shared/env/authEnv.ts'
import { binding, lenient, optional, withDefault } from '../../shared/env/declare.ts'
import { readVariables } from '../../shared/env/env.ts'
import { matching, oneOf, safeUrl, text } from '../../shared/env/formats.ts'
import { outsideVariables } from '../../shared/env/outsideEnv.ts'
import { storageVariables } from '../../shared/env/storageEnv.ts'

/** The image generator. A mistake closes the route that needs it, and no others. */
export const imageProviderVariables = {
  IMAGE_PROVIDER_URL: lenient(safeUrl, {
    provider: 'imageGenerator',
    meaning:
      'base URL of an images API (`/images/generations`, `/images/edits`), for example `https://api.openai.com/v1`',
  }),
  IMAGE_PROVIDER_MODEL: lenient(matching('1 to 128 of the characters A-Z a-z 0-9 . _ : / @ -', /^[\w.:/@-]{1,128}$/), {
    provider: 'imageGenerator',
    meaning: 'model of that API',
  }),
  IMAGE_PROVIDER_API_KEY: optional(text, {
    provider: 'imageGenerator',
    meaning: 'key of the image generator',
    secret: true,
  }),
  IMAGE_PROVIDER_RESPONSE_FORMAT: withDefault(oneOf(['absent', 'b64_json']), 'absent', {
    meaning:
      '`response_format` of requests: models that can also answer with a URL need `b64_json`; others refuse the field',
  }),
  IMAGE_PROVIDER_SIZE: withDefault(
    matching('`auto`, or width x height in pixels', /^(auto|\d{2,4}x\d{2,4})$/),
    '1024x1024',
    {
      meaning: 'size of generated images; it must be one that the model supports',
    },
  ),
}
export type ImageProviderEnv = z.output<z.ZodObject<typeof imageProviderVariables>>

export const ImageEnv = z.object({
  ...readVariables,
  ...authVariables,
  ...outsideVariables,
  ...imageProviderVariables,
  ARTIFACTS: storageVariables.ARTIFACTS,
  DB: binding<D1Database>('database', 'D1: projects, images, jobs'),
})
export type ImageEnv = z.output<typeof ImageEnv>
