import type { ErrorGuide } from './ErrorGuide.ts'

/** Projects of artwork, their images and jobs, and images of other sites. */
export const imageErrors = {
  image_malformed: {
    cause:
      'The file is not a whole image of its format: it is cut off, contradicts itself, unpacks to more or less than its size says, or goes on after its end. Or it is not base64.',
    fix: 'Open the image in an editor and save it again, then send that file.',
  },
  image_not_supported: {
    cause:
      'The file is not a still PNG, JPEG, WebP or AVIF, is not of the type that the request states, or is of a type that the generator does not take.',
    fix: 'Convert it to one of the formats that the text names, or correct `contentType`.',
  },
  image_too_large: {
    cause: 'The image has more bytes or more pixels than are taken.',
    fix: 'Make it smaller; the text states the bound.',
  },
  image_url_refused: {
    cause:
      'The URL is not one that is ever fetched: another scheme or port, an address that is not public, or this service.',
    fix: 'Send the public http or https URL of an image.',
  },
  image_unreachable: {
    cause: 'The site of the image could not be reached, or did not answer with a document.',
    fix: 'Open the URL in a browser; if the image is there, try again.',
  },
  image_timeout: {
    cause: 'The image was not there within eight seconds.',
    fix: 'Try again, or use a faster site.',
  },
  image_not_found: {
    cause: 'No image is stored under this id any more, or the other site says that it has none at this URL.',
    fix: 'Take the `url` from `getImageProject`, or correct the URL.',
  },
  image_project_not_found: {
    cause: 'The signed-in wallet has no project with this id: it was deleted, never existed, or is another wallet’s.',
    fix: 'List your projects with `GET /image/projects`, or begin one.',
  },
  image_asset_not_found: {
    cause: 'The project has no image with this id in the role that the field is for.',
    fix: 'Take the id from `getImageProject`; the role of the image must be that of the field.',
  },
  image_job_not_found: {
    cause: 'The signed-in wallet has no job with this id, or its project was deleted.',
    fix: 'Take the id from the answer of `generateImage`, or from `getImageProject`.',
  },
  image_limit_reached: {
    cause: 'The wallet has as many projects, images, bytes or jobs as it may have; the text says which.',
    fix: 'Delete a project that you do not need, or wait until a job is over.',
  },
  image_provider_not_configured: {
    cause: 'This deployment has no image generator.',
    fix: 'Upload images instead, or ask its operator.',
  },
} satisfies ErrorGuide
