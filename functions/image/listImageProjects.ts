import type { ImageHandler } from './context.ts'
import { describeProject } from './describe.ts'
import { requireOwner } from './requireOwner.ts'

/** All projects of the signed-in wallet. Throws store_unavailable. */
export const listImageProjects: ImageHandler<'listImageProjects'> = async ({ principal }, { images }) => ({
  data: { projects: (await images.projects(requireOwner(principal))).map(describeProject) },
})
