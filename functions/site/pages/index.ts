import { renderConcepts } from './concepts/renderConcepts.tsx'
import { renderError } from './errors/renderError.tsx'
import { renderErrors } from './errors/renderErrors.tsx'
import { renderGuide, renderGuides } from './guides/renderGuides.tsx'
import { renderNotFound } from './notFound/renderNotFound.tsx'
import { renderFront } from './front/renderFront.tsx'
import type { Pages } from './Pages.ts'
import { renderFamily } from './reference/renderFamily.tsx'
import { renderOperation } from './reference/renderOperation.tsx'
import { renderReference } from './reference/renderReference.tsx'
import { renderReview } from './review/renderReview.tsx'
import { renderStatus } from './status/renderStatus.tsx'

/** The pages that the build renders (platform/site/pages). */
export const pages: Pages = {
  front: renderFront,
  family: renderFamily,
  operation: renderOperation,
  reference: renderReference,
  guide: renderGuide,
  guides: renderGuides,
  error: renderError,
  errors: renderErrors,
  concepts: renderConcepts,
  status: renderStatus,
  review: renderReview,
  notFound: renderNotFound,
}
