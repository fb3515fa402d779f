import { z } from '@hono/zod-openapi'
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

/** What changes one's own projects: a session, or an agent that signs its request. */
const CHANGE = {
  method: 'post',
  tags: TAGS,
  'x-answer': 'envelope',
  'x-auth': 'write',
  security: SECURITY.write,
} as const
const SMALL = { bound: 16_384, kind: 'object' } as const

/** What is one's own: a session, or an agent's receipt. */
const READ = { method: 'get', tags: TAGS, 'x-answer': 'envelope', 'x-auth': 'build', security: SECURITY.build } as const

/** Projects of artwork, their images and jobs. */
export const image = {
  createImageProject: operation({
    ...CHANGE,
    operationId: 'createImageProject',
    'x-idempotency': 'database',
    path: '/image/projects/create',
    summary: 'Begin a project of artwork',
    description: `A project holds images and the jobs that make more. It belongs to the wallet that is signed in; one may have ${IMAGE_LIMITS.projects}. It is deleted 180 days after its last change, or with deleteImageProject.`,
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
    summary: 'Your projects of artwork',
    description:
      'All projects of the wallet that is signed in, the latest changed first. getImageProject has what is in one.',
    'x-limit': 'read',
    'x-needs': {},
    responses: answers(
      'The projects',
      z
        .object({ projects: z.array(ImageProjectSummary).openapi({ description: 'The latest changed first' }) })
        .openapi('ImageProjects'),
    ),
  }),
  getImageProject: operation({
    ...READ,
    operationId: 'getImageProject',
    path: '/image/get',
    summary: 'A project of artwork with its images and jobs',
    description:
      'Shows a project to its owner; to anybody else there is none. The `url` of an image shows it without a credential, for whoever has that URL.',
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
    summary: 'Delete a project of artwork',
    description:
      'Deletes a project with its images and jobs at once; their URLs show nothing any more. A job that is under way ends without a result. The files themselves go within two hours, unless another project has the same.',
    'x-limit': 'write',
    'x-body': SMALL,
    'x-errors': ['image_project_not_found'],
    'x-needs': {},
    request: { body: jsonBody(ImageProjectDeletion) },
    responses: answers(
      'It is gone',
      z.object({ projectId: imageId('The project that was deleted') }).openapi('DeletedImageProject'),
    ),
  }),
  uploadImageAsset: operation({
    ...CHANGE,
    operationId: 'uploadImageAsset',
    'x-idempotency': 'database',
    path: '/image/assets/upload',
    summary: 'Put an image into a project',
    description: `Takes a still PNG, JPEG, WebP or AVIF of at most ${MAX_IMAGE_BYTES} bytes, 8192 pixels a side and 16777216 in all. It is checked from its first byte to its last before anything is stored: its own bytes decide what it is, and nothing may follow it but what cameras append to a JPEG, which is left out. So is metadata (Exif with its positions, XMP, comments); the picture, its colours and its orientation stay as they are. The same image in the same role again is the same asset.`,
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
    responses: answers('The image as it is stored', ImageAsset),
  }),
  generateImage: operation({
    ...CHANGE,
    operationId: 'generateImage',
    'x-idempotency': 'database',
    path: '/image/generate',
    summary: 'Have an image generated',
    description: `Enqueues a job for the image generator of this deployment; a worker takes it within about a minute, and getImageJobStatus follows it. With a subject or a frame the generator edits those images, which must be PNG, JPEG or WebP; otherwise it makes one from the instruction alone. A wallet may have ${IMAGE_LIMITS.jobsUnderWay} jobs under way, and ${IMAGE_LIMITS.jobsADay} in 24 hours. Room for the result is kept from the start.`,
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
    summary: 'How far a job is',
    description:
      'Shows a job to its owner; to anybody else there is none. Ask every few seconds until it is completed or failed; a completed one has a resultAssetId, whose image is at /image/files/{assetId}.',
    'x-limit': 'imageJob',
    'x-errors': ['image_job_not_found'],
    'x-needs': {},
    'x-after': 'generateImage',
    request: { query: z.object({ jobId: imageId('The job') }) },
    responses: answers('The job', ImageJob),
  }),
  ...imageFiles,
}
