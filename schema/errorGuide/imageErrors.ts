import type { ErrorSection } from './ErrorEntry.ts'

/** Projects of artwork, their images and jobs, and images of other sites. */
export const imageErrors = {
  image_malformed: {
    status: 400,
    title: 'Malformed image',
    cause:
      'The file is not a complete image of its format: it is cut off, contradicts itself, has data after its end, or does not decode to its stated size. Or it is not valid base64.',
    fix: 'Open the image in an editor, save it again, and send that file; if it is sent as base64, encode the whole file.',
  },
  image_not_supported: {
    status: 415,
    title: 'Unsupported image format',
    cause:
      'The file is not a still PNG, JPEG, WebP or AVIF, does not have the type that the request states, or has a type that the generator does not accept.',
    fix: 'Convert the image to a format that the error names, or correct `contentType`.',
  },
  image_too_large: {
    status: 413,
    title: 'Too large an image',
    cause: 'The image has more bytes or more pixels than accepted.',
    fix: 'Make the image smaller. The error states the bound.',
  },
  image_url_refused: {
    status: 400,
    title: 'Refused image URL',
    cause:
      'The URL is never fetched: it has another scheme or port, leads to an address that is not public, or to this service.',
    fix: 'Send the public http or https URL of an image.',
  },
  image_unreachable: {
    status: 502,
    retry: 5,
    title: 'Unreachable image',
    cause: 'The site of the image could not be reached, or did not answer with a document.',
    fix: 'Open the URL in a browser. If the image is there, repeat the request after `Retry-After` seconds.',
  },
  image_timeout: {
    status: 504,
    retry: 5,
    text: 'url: the image did not arrive in time; try again',
    title: 'Timeout of the image',
    cause: 'The image did not arrive within eight seconds.',
    fix: 'Repeat the request after `Retry-After` seconds, or use a faster site.',
  },
  image_not_found: {
    status: 404,
    title: 'Unknown image',
    cause: 'No image is stored under this id, or the other site has no image at this URL.',
    fix: 'Take the `url` from `getImageProject`, or correct the URL.',
  },
  image_project_not_found: {
    status: 404,
    text: 'projectId: this wallet has no project with this id; GET /image/projects lists its projects',
    title: 'Unknown project',
    cause: 'The signed-in wallet has no project with this id. It was deleted, never existed, or is another wallet’s.',
    fix: 'Take the id from `listImageProjects`, or create a project with `createImageProject`.',
  },
  image_asset_not_found: {
    status: 404,
    title: 'Unknown image of the project',
    cause: 'The project has no image with this id in the role that the field requires.',
    fix: 'Take the id from `getImageProject`: an image whose `role` is the one that the error states.',
  },
  image_job_not_found: {
    status: 404,
    text: 'jobId: this wallet has no job with this id',
    title: 'Unknown job',
    cause: 'The signed-in wallet has no job with this id, or its project was deleted.',
    fix: 'Take the id from the answer of `generateImage`, or from `getImageProject`.',
  },
  image_limit_reached: {
    status: 409,
    title: 'Limit of projects, images or jobs',
    cause: 'The wallet has as many projects, images, bytes or jobs as it may have. The error states which.',
    fix: 'Delete a project with `deleteImageProject`, or wait until a job has ended.',
  },
  image_provider_not_configured: {
    status: 503,
    text: 'no image generator is configured on this deployment',
    title: 'Unconfigured image generator',
    cause:
      'This deployment has no image generator (`IMAGE_PROVIDER_URL`, `IMAGE_PROVIDER_MODEL`, `IMAGE_PROVIDER_API_KEY`).',
    fix: 'Upload images with `uploadImageAsset` instead, or ask the operator to configure one.',
  },
} satisfies ErrorSection
