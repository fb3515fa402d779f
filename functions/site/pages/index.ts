import { renderFront } from './front/renderFront.tsx'
import type { Pages } from './Pages.ts'
import { renderOperation } from './reference/renderOperation.tsx'

/** The pages that the build renders (platform/site/pages). */
export const pages: Pages = { front: renderFront, operation: renderOperation }
