import { image } from '../../schema/image.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { ImageEnv } from './env.ts'
import { createImageContext } from './ImageContext.ts'

export default {
  fetch: serve({
    name: 'image',
    env: ImageEnv,
    operations: image,
    handlers: {},
    context: createImageContext,
    authenticate,
  }),
}
