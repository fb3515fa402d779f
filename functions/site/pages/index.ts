import type { Pages } from './Pages.ts'
import { renderFamily } from './reference/renderFamily.tsx'
import { renderOperation } from './reference/renderOperation.tsx'
import { renderReference } from './reference/renderReference.tsx'

/** The pages that the build renders (platform/site/pages). */
export const pages: Pages = { family: renderFamily, operation: renderOperation, reference: renderReference }
