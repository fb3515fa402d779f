import type { ImageHandler } from './context.ts'
import { MAX_IMAGE_BYTES, IMAGE_LIMITS } from '../../schema/image/answers.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import { sha256 as digestOf } from '../../shared/text/bytes.ts'
import { describeAsset } from './describe.ts'
import type { CheckedImage } from './files/CheckedImage.ts'
import { checkImage, decodeBase64, plainBase64 } from './files/checkImage.ts'
import { ImageFault } from './files/ImageFault.ts'
import { requireOwner } from './requireOwner.ts'
import type { AssetRow } from './store/images.ts'
import { storeObject } from './store/createImageFiles.ts'

/** There is no room for another image. */
const limitReached = (): ApiError =>
  new ApiError(
    'image_limit_reached',
    `data: a project may have ${IMAGE_LIMITS.assets} images and a wallet ${IMAGE_LIMITS.bytes} bytes, including the space reserved for running jobs; delete a project first`,
  )

/**
 * Puts an image into a project: it is checked, then room for it is looked for, and only then is it stored. The same image in
 * the same role is the same asset.
 *
 * Throws image_project_not_found, image_malformed, image_not_supported, image_too_large, image_limit_reached,
 * store_unavailable.
 */
export const uploadImageAsset: ImageHandler<'uploadImageAsset'> = async (
  { body: { projectId, role, contentType, data }, principal },
  { images, files, baseUrl, now },
) => {
  const owner = requireOwner(principal)
  const checked = await check(data, contentType)
  const sha256 = await digestOf(checked.bytes)
  const [project, same, hasRoom] = await Promise.all([
    images.findProject(owner, projectId),
    images.findSame({ projectId, role, sha256 }),
    images.hasRoom(owner, projectId, checked.bytes.length),
  ])
  if (!project) throw new ApiError('image_project_not_found')
  if (same) return { data: describeAsset(same, baseUrl) }
  if (!hasRoom) throw limitReached()
  const seconds = Math.floor(now() / 1000)
  const stored = await storeObject({ ...checked, sha256 }, { images, files, now: seconds })
  const id = crypto.randomUUID()
  const answerOf = (one: AssetRow) => ({ data: describeAsset(one, baseUrl) })
  const added = { id, projectId, ownerAddress: owner, role, ...stored, createdAt: seconds }
  const asset = await images.addAsset(added, answerOf(added))
  if (asset) return answerOf(asset)
  // Others were faster: with images that took the room, or in deleting the project.
  throw (await images.findProject(owner, projectId)) ? limitReached() : new ApiError('image_project_not_found')
}

/** Of the longest file with line ends, as MIME has them, and a prefix. */
const MOST_CHARACTERS = 4 * Math.ceil(MAX_IMAGE_BYTES / 3) * (78 / 76) + 256

async function check(given: string, declared: string): Promise<CheckedImage> {
  if (given.length > MOST_CHARACTERS) throw tooLong()
  // Most files need no cleaning, and scanning all characters again takes longer than decoding them.
  const bytes = decodeBase64(given) ?? decodeBase64(plainBase64(given))
  if (!bytes) throw new ApiError('image_malformed', 'data: must be base64')
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLong()
  try {
    const checked = await checkImage(bytes)
    if (checked.contentType === declared) return checked
    throw new ApiError('image_not_supported', `contentType: the file is ${checked.contentType}; send that type`)
  } catch (error) {
    throw error instanceof ImageFault ? new ApiError(error.code, `data: the file ${error.message}`) : error
  }
}

const tooLong = () => new ApiError('image_too_large', `data: must have at most ${MAX_IMAGE_BYTES} bytes when decoded`)
