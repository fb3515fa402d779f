import { modulesOf } from '../platform/bundle/modulesOf.ts'
import { serviceBinding, type WorkerName } from '../platform/workers.ts'
import type { FamilyName } from '../schema/families.ts'

/** The Worker whose place it takes: one that is bound to every family, and that nothing else here asks. */
export const PLAIN_GATEWAY: WorkerName = 'status'

/** Modules of the Workers. One of them passes every request on to a family and does nothing else: the cost of a plain hop. */
export const withPlainGateway =
  (family: FamilyName): typeof modulesOf =>
  async (worker) =>
    worker === PLAIN_GATEWAY
      ? [
          {
            type: 'ESModule' as const,
            path: `${worker}/index.js`,
            contents: `export default { fetch: (request, env) => env.${serviceBinding(family)}.fetch(request) }`,
          },
        ]
      : modulesOf(worker)
