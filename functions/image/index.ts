import { image } from '../../schema/image/index.ts'
import { authenticate } from '../../shared/auth/authenticate.ts'
import { serve } from '../../shared/http/serve.ts'
import { createIdempotencyKeys } from '../../shared/store/idempotencyKeys.ts'
import { createImageContext } from './context.ts'
import { createImageProject } from './createImageProject.ts'
import { deleteImageProject } from './deleteImageProject.ts'
import { ImageEnv } from './env.ts'
import { generateImage } from './generateImage.ts'
import { getExternalImage } from './getExternalImage.ts'
import { getImageFile } from './getImageFile.ts'
import { getImageJobStatus } from './getImageJobStatus.ts'
import { getImageProject } from './getImageProject.ts'
import { listImageProjects } from './listImageProjects.ts'
import { scheduled } from './scheduled.ts'
import { uploadImageAsset } from './uploadImageAsset.ts'

export default {
  fetch: serve({
    name: 'image',
    env: ImageEnv,
    operations: image,
    handlers: {
      createImageProject,
      listImageProjects,
      getImageProject,
      deleteImageProject,
      uploadImageAsset,
      generateImage,
      getImageJobStatus,
      getImageFile,
      getExternalImage,
    },
    context: createImageContext,
    authenticate,
    keys: ({ DB }) => createIdempotencyKeys(DB),
  }),
  scheduled,
}
