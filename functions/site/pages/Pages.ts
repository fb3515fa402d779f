import type { Frame } from './Frame.ts'
import type { OperationPage } from './reference/OperationPage.ts'

/**
 * What renders the pages: each takes what a page shows, and returns its HTML. Components know the types of a browser, which Workers
 * and the build do not have; this is all that those see of them.
 */
export interface Pages {
  operation(frame: Frame, page: OperationPage): string
}
