import { json } from 'virtual:siteFiles'
import type { SiteFiles } from './pages/SiteFiles.ts'

/** Paths of the files that pages load, as the build named them. */
export const siteFiles: SiteFiles = JSON.parse(json)
