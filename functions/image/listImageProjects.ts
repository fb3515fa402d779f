import type { image } from '../../schema/image/index.ts'
import type { Handler } from '../../shared/http/handler.ts'
import { describeProject } from './describe.ts'
import type { ImageContext } from './context.ts'
import { requireOwner } from './requireOwner.ts'

/** All projects of the signed-in wallet. Throws store_unavailable. */
export const listImageProjects: Handler<typeof image.listImageProjects, ImageContext> = async (
  { principal },
  { images },
) => ({ data: { projects: (await images.projects(requireOwner(principal))).map(describeProject) } })
