import * as z from 'zod'
import { jsonBody } from '../builder.ts'
import { answers } from '../common.ts'
import { imageFiles } from './files.ts'
import {
  IMAGE_LIMITS,
  ImageAsset,
  imageId,
  ImageJob,
  ImageProject,
  ImageProjectSummary,
  MAX_IMAGE_BYTES,
} from './answers.ts'
import { ImageGeneration, ImageProjectCreation, ImageProjectDeletion, ImageUpload } from './bodies.ts'
import { operation, SECURITY } from '../operation.ts'

const TAGS: string[] = ['image']

/** Changes of one's own projects: by a session, or by an agent that signs its request. */
const CHANGE = {
  method: 'post',
  tags: TAGS,
  'x-answer': 'envelope',
  'x-auth': 'write',
  security: SECURITY.write,
} as const
const SMALL = { bound: 16_384, kind: 'object' } as const

/** Reads of one's own projects: by a session, or by an agent's receipt. */
const READ = { method: 'get', tags: TAGS, 'x-answer': 'envelope', 'x-auth': 'build', security: SECURITY.build } as const

/** Projects of artwork, their images and jobs. */
export const image = {
  createImageProject: operation({
    ...CHANGE,
    operationId: 'createImageProject',
    'x-idempotency': 'database',
    path: '/image/projects/create',
    summary: 'Create an image project',
    description: `Creates a project for uploaded images, generated images and their jobs. It belongs to the signed-in wallet, which may have ${IMAGE_LIMITS.projects} projects. It is deleted 180 days after its last change, or by deleteImageProject. Next: uploadImageAsset, generateImage.`,
    'x-limit': 'write',
    'x-body': SMALL,
    'x-errors': ['idempotency_conflict', 'image_limit_reached'],
    'x-needs': {},
    request: { body: jsonBody(ImageProjectCreation) },
    responses: answers('The project', ImageProjectSummary),
  }),
  listImageProjects: operation({
    ...READ,
    operationId: 'listImageProjects',
    path: '/image/projects',
    summary: 'List your image projects',
    description:
      'Lists all image projects of the signed-in wallet, the last changed first. For the images and jobs of a project use getImageProject.',
    'x-limit': 'read',
    'x-needs': {},
    responses: answers(
      'The projects',
      z
        .object({
          projects: z.array(ImageProjectSummary).describe('The projects, the last changed first'),
        })
        .meta({ id: 'ImageProjects' }),
    ),
  }),
  getImageProject: operation({
    ...READ,
    operationId: 'getImageProject',
    path: '/image/get',
    summary: 'Get an image project with its images and jobs',
    description:
      'Returns a project to its owner; for everyone else it is 404. The `url` of an image needs no credential: everyone who has that URL can see the image.',
    'x-limit': 'read',
    'x-errors': ['image_project_not_found'],
    'x-needs': {},
    request: { query: z.object({ projectId: imageId('The project') }) },
    responses: answers('The project', ImageProject),
  }),
  deleteImageProject: operation({
    ...CHANGE,
    operationId: 'deleteImageProject',
    'x-idempotency': 'database',
    path: '/image/projects/delete',
    summary: 'Delete an image project',
    description:
      'Deletes a project with its images and jobs at once; the images’ URLs are 404 from then on. Running jobs end without a result. The stored files are deleted within two hours, unless another project has the same file.',
    'x-limit': 'write',
    'x-body': SMALL,
    'x-errors': ['image_project_not_found'],
    'x-needs': {},
    request: { body: jsonBody(ImageProjectDeletion) },
    responses: answers(
      'The project is deleted',
      z.object({ projectId: imageId('The project that was deleted') }).meta({ id: 'DeletedImageProject' }),
    ),
  }),
  uploadImageAsset: operation({
    ...CHANGE,
    operationId: 'uploadImageAsset',
    'x-idempotency': 'database',
    path: '/image/assets/upload',
    summary: 'Upload an image into a project',
    description: `Stores a still PNG, JPEG, WebP or AVIF of at most ${MAX_IMAGE_BYTES} bytes, 8192 pixels a side and 16777216 pixels in all, after a check of the whole file. Metadata (Exif with positions, XMP, comments) is removed; colours and orientation stay. The same image in the same role again returns the same asset.`,
    'x-limit': 'write',
    'x-body': { bound: 14_680_064, kind: 'object' },
    'x-errors': [
      'image_project_not_found',
      'image_malformed',
      'image_not_supported',
      'image_too_large',
      'image_limit_reached',
      'upload_busy',
      'request_timeout',
    ],
    'x-needs': {},
    request: { body: jsonBody(ImageUpload) },
    responses: answers('The stored image', ImageAsset),
  }),
  generateImage: operation({
    ...CHANGE,
    operationId: 'generateImage',
    'x-idempotency': 'database',
    path: '/image/generate',
    summary: 'Generate an image',
    description: `Enqueues a job for the image generator; a worker takes it within about a minute. With a subject or a frame (PNG, JPEG or WebP) the generator edits those images, otherwise it uses the instruction only. Per wallet: ${IMAGE_LIMITS.jobsUnderWay} running jobs, ${IMAGE_LIMITS.jobsADay} in 24 hours. Next: getImageJobStatus.`,
    'x-limit': 'imageGenerate',
    'x-body': SMALL,
    'x-errors': [
      'image_project_not_found',
      'image_asset_not_found',
      'image_not_supported',
      'image_limit_reached',
      'idempotency_conflict',
      'image_provider_not_configured',
    ],
    'x-needs': {
      IMAGE_PROVIDER_URL: 'image_provider_not_configured',
      IMAGE_PROVIDER_MODEL: 'image_provider_not_configured',
      IMAGE_PROVIDER_API_KEY: 'image_provider_not_configured',
    },
    request: { body: jsonBody(ImageGeneration) },
    responses: answers('The job', ImageJob),
  }),
  getImageJobStatus: operation({
    ...READ,
    operationId: 'getImageJobStatus',
    path: '/image/jobs/status',
    summary: 'Get the status of an image job',
    description:
      'Returns a job to its owner; for everyone else it is 404. Poll every few seconds until it is completed or failed. For the image of a completed job, call getImageFile with `resultAssetId`.',
    'x-limit': 'imageJob',
    'x-errors': ['image_job_not_found'],
    'x-needs': {},
    'x-after': 'generateImage',
    request: { query: z.object({ jobId: imageId('The job') }) },
    responses: answers('The job', ImageJob),
  }),
  ...imageFiles,
}
